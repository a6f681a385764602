import { writeInvoice } from '../src/features/esf/write-invoice.ts';
import type { Database } from '../src/platform/db/database.ts';
import { idOf } from '../src/platform/db/id-of.ts';

export interface IssuedElsewhere {
  seller: { bin: string; name: string };
  buyer: { bin: string; name: string };
  date: string;
  number: string;
  description: string;
  /** With VAT. */
  amount_tiyn: bigint;
  vat_rate: number | null;
  contract?: { number: string; date: string };
  /** The act that it names in section F. */
  delivery?: { number: string; date: string };
  status?: 'CREATED' | 'REVOKED';
}

const ADDRESS = 'г. Алматы, ул. Образцовая, 2';

/** Puts an invoice into the books of the sandbox ИС ЭСФ, as its seller would on the portal. Returns its number there. */
export async function issueElsewhere(db: Database, issued: IssuedElsewhere): Promise<string> {
  const { seller, buyer, date, number, amount_tiyn, vat_rate, status = 'CREATED' } = issued;
  const body = writeInvoice({
    type: 'ORDINARY_INVOICE',
    number,
    date,
    turnover_date: date,
    related: null,
    pair: null,
    signer_name: seller.name,
    seller: {
      tin: seller.bin,
      name: seller.name,
      address: ADDRESS,
      kind: 'ENTERPRISE',
      bank: null,
      vat_certificate: vat_rate === null ? null : { series: '60001', number: '0000001' },
    },
    customer: { tin: buyer.bin, name: buyer.name, address: ADDRESS, kind: 'ENTERPRISE', bank: null },
    contract: issued.contract ?? { number: `П-${number}`, date },
    delivery: issued.delivery ?? { number: `Н-${number}`, date },
    lines: [
      {
        description: issued.description,
        unit_code: '796',
        quantity: '1',
        rate_tiyn: amount_tiyn,
        amount_tiyn,
      },
    ],
    vat_rate,
  });
  const id = await idOf(
    db
      .insertInto('sandbox.esf_papers')
      .values({
        kind: 'invoice',
        tin: seller.bin,
        buyer_tin: buyer.bin,
        number,
        body,
        status,
        taken_at: new Date(`${date}T12:00:00+05:00`),
      })
      .returning('id'),
  );
  const registration_number = `ESF-${seller.bin}-${date.replaceAll('-', '')}-${String(id).padStart(8, '0')}`;
  await db.updateTable('sandbox.esf_papers').set({ registration_number }).where('id', '=', id).execute();
  return registration_number;
}
