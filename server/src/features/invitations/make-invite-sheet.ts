import { INVITE_COLUMNS, MAX_INVITE_ROWS } from '@kelisim/shared/features/invitations/invite-columns.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { listContracts, listTemplates } from './contracts.queries.ts';

/** The spreadsheet to fill: contracts to choose from, and telephone numbers that stay text. */
export async function makeInviteSheet(
  parts: Parts,
  actor: CompanyActor,
  locale: Locale,
): Promise<{ bytes: Uint8Array; name: string }> {
  const today = almatyDate(parts.clock.now());
  const contracts = (await listContracts(parts.db, actor.company_id)).filter((one) => one.end_date >= today);
  const templates = await listTemplates(parts.db, actor.company_id);
  const titles = [...new Set([...contracts.map((one) => one.title), ...templates.map((one) => one.name)])];
  const bytes = await parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: locale === 'kz' ? 'Шақырулар' : 'Приглашения',
        columns: INVITE_COLUMNS.map(({ key, width, required, [locale]: header }) => ({
          header,
          width,
          kind: key === 'end_date' ? 'date' : 'text',
          required,
          ...(key === 'contract' && titles.length > 0 && { list: titles }),
        })),
        rows: [],
        rows_to_fill: MAX_INVITE_ROWS,
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: locale === 'kz' ? 'kelisim-shaqyrular.xlsx' : 'kelisim-priglasheniya.xlsx' };
}
