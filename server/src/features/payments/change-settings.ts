import { findOddField } from '@kelisim/shared/features/payments/payment-purpose.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { findPayChannels } from './choose-channel.ts';
import { changeChoices, changeLimit } from './limit-change.ts';

type Asked = Parameters<Handlers['payments.change_settings']>[0]['input']['body'];

/** Changes how a company pays: by which bank, up to which sum, with which words. */
export async function changeSettings(parts: Parts, actor: CompanyActor, asked: Asked): Promise<void> {
  const { db } = parts;
  const { channel, payment_limit, bookkeeper_name, banking_integration_type, purpose, knp } = asked;
  const odd = purpose && findOddField(purpose);
  if (odd) throw new Problem('payment.purpose_field', { field: 'purpose', values: { name: odd } });
  const { channels, banks } = await findPayChannels(parts, db, actor.company_id);
  if (!channels.includes(channel)) throw new Problem('payment.no_bank', { field: 'channel' });
  if (banking_integration_type && !banks.includes(banking_integration_type))
    throw new Problem('payment.no_bank', { field: 'banking_integration_type' });
  await db.transaction().execute(async (tx) => {
    await changeLimit(parts, tx, actor, payment_limit === null ? null : parseMoney(payment_limit)!);
    await changeChoices(parts, tx, actor, {
      payment_channel: channel,
      bookkeeper_name: bookkeeper_name?.trim() || null,
      ...(banking_integration_type !== undefined && { banking_integration_type }),
      ...(purpose !== undefined && { payment_purpose: purpose?.trim() || null }),
      ...(knp !== undefined && { payment_knp: knp }),
    });
  });
}
