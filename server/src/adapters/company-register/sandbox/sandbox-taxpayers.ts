import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { TaxpayerRegister } from '../company-register.ts';

const SINCE = '2022-02-10';
const ENDED = '2026-10-31';
const NOTHING = { registration: null, is_liquidating: false, vat: null };
const HOLDS = { since: SINCE, until: null };

/**
 * A register on this machine. What it says of made-up numbers stands in their beginning: of an ИИН that of 5 to 9 January 1990
 * (900105 a sole trader, whatever was told; 900106 who pays VAT; 900107 never one; 900108 one until 31 October 2026; 900109
 * never answered), of a БИН the month of 2026 (2606 pays VAT, 2608 in liquidation, 2609 never answered). Of all others it says
 * what was told of them here.
 */
export function sandboxTaxpayers(db: Database): TaxpayerRegister {
  const isTrader = async (iin: string) => {
    const { rows } = await sql<{ standing: string }>`
      select coalesce((select t.standing from tax_standings t where t.executor_company_id = c.id
        order by t.valid_from desc, t.id desc limit 1), c.type) as standing
      from companies c where c.bin = ${iin} and c.role = 'executor'`.execute(db);
    return rows.some(({ standing }) => standing === 'ip');
  };
  return {
    name: 'sandbox',
    async findTaxpayer(code, kind) {
      const is_person = kind === 'person';
      const [, figure] = (is_person ? /^90010([5-9])/ : /^260([689])/).exec(code) ?? [];
      if (figure === '9') throw new Error('the register answered 503');
      if (is_person && figure === '7') return NOTHING;
      if (is_person && figure === '8')
        return {
          ...NOTHING,
          registration: { since: SINCE, until: ENDED },
          vat: { since: SINCE, until: ENDED },
        };
      const is_registered = !is_person || figure !== undefined || (await isTrader(code));
      return {
        registration: is_registered ? HOLDS : null,
        is_liquidating: figure === '8',
        vat: figure === '6' ? HOLDS : null,
      };
    },
  };
}
