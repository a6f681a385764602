import type { Spreadsheet } from '../../spreadsheet/spreadsheet.ts';
import type { BankFiles, PaymentFileCode, PaymentFileFormat } from '../bank-files.ts';
import { bankProfile } from './bank-profiles.ts';
import { checkBatch } from './check-batch.ts';
import { listsOf } from './mt/lists.ts';
import { lackOf, writeContributions } from './mt/write-contributions.ts';
import { mt100Format, mt102Format } from './mt/write-mt.ts';
import { readOneCStatement } from './one-c/read-statement.ts';
import { oneCFormat } from './one-c/write-orders.ts';
import { xlsxRegister } from './register/xlsx-register.ts';

/** The files that banks of Kazakhstan take and give (facts/domain.md 5). */
export function kazakhstanFiles(spreadsheet: Spreadsheet): BankFiles {
  const formats: Record<PaymentFileCode, PaymentFileFormat> = {
    '1c': oneCFormat,
    mt102: mt102Format,
    mt100: mt100Format,
    xlsx: xlsxRegister(spreadsheet),
  };
  return {
    async write(code, batch) {
      const { extension, media_type, write } = formats[code];
      return { extension, media_type, ...(await write(batch, bankProfile(batch.payer.bic))) };
    },
    check(code, batch) {
      const profile = bankProfile(batch.payer.bic);
      const lists = code === 'mt102' ? listsOf(batch) : [];
      return {
        profile,
        faults: checkBatch(code, batch, profile),
        debits: lists.map(({ number, bank, rows, amount_tiyn }) => ({
          number,
          bic: bank.bic,
          bank_name: bank.bank_name,
          people: rows.length,
          amount_tiyn,
          orders: rows.flatMap((row) => row.orders.map((order) => order.number)),
        })),
      };
    },
    writeContributions: (list) => writeContributions(list, bankProfile(list.payer.bic)),
    lackOf,
    readStatement: readOneCStatement,
  };
}
