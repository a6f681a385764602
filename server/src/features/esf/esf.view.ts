import { esfTable } from '@kelisim/shared/features/esf/esf-status.ts';
import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/esf.ts';
import ru from '@kelisim/shared/texts/ru/esf.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { EsfError } from '../../adapters/esf/esf.ts';
import { mayAnswer } from './answer-awp.ts';
import type { ShownEsf } from './esf.queries.ts';

/** A code of the system in its own words. */
export function systemStatus(code: string, locale: Locale): { code: string; name: string } {
  const names: Record<string, string> = { ru, kz }[locale].system;
  return { code, name: names[code] ?? code };
}

export function toEsfView(row: ShownEsf, actor: CompanyActor, locale: Locale): EsfDocument {
  const status = row.status;
  const mine = actor.role === 'executor';
  const by_api = row.channel === 'api';
  return {
    id: row.id,
    kind: row.kind,
    type: row.type,
    number: row.number,
    date: row.issued_on,
    turnover_date: row.turnover_on,
    amount: formatMoney(row.amount_tiyn),
    status,
    channel: row.channel,
    trouble: row.trouble,
    registration_number: row.registration_number,
    system_status: row.system_status ? systemStatus(row.system_status, locale) : null,
    errors: (row.errors as EsfError[] | null) ?? [],
    reason: row.reason,
    corrects_id: row.corrects_id,
    related:
      row.related_number !== null && row.related_on !== null
        ? {
            number: row.related_number,
            date: row.related_on,
            registration_number: row.related_registration,
          }
        : null,
    pair:
      row.pair_id !== null && row.pair_number !== null && row.pair_on !== null
        ? {
            id: row.pair_id,
            number: row.pair_number,
            date: row.pair_on,
            registration_number: row.pair_registration,
          }
        : null,
    is_corrected: row.is_corrected,
    is_lessened: row.is_lessened,
    act: { id: row.act_id, number: `${row.act_number}/${row.act_year}` },
    seller: { id: row.seller_company_id, name: row.seller_name, bin: row.seller_bin },
    customer: { id: row.company_id, name: row.customer_name, bin: row.customer_bin },
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    registered_at: row.registered_at?.toISOString() ?? null,
    may_send: mine && by_api && ['ready', 'unknown', 'sent', 'revoking'].includes(status),
    may_revoke:
      mine &&
      !row.is_corrected &&
      (esfTable.next(status, 'cancel', 'executor') ?? esfTable.next(status, 'revoke', 'executor')) !== null,
    may_answer: mayAnswer(row, actor),
    may_correct: mine && row.kind === 'invoice' && status === 'registered' && !row.is_corrected,
  };
}
