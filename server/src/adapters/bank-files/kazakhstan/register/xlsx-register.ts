import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Spreadsheet } from '../../../spreadsheet/spreadsheet.ts';
import type { PaymentFileFormat } from '../../bank-files.ts';

/** A register for people and for banks that take a table: a row an order. Nothing in it is a formula. */
export function xlsxRegister(spreadsheet: Spreadsheet): PaymentFileFormat {
  return {
    extension: 'xlsx',
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    async write({ payer, orders }) {
      const bytes = await spreadsheet.writeSheet({
        sheets: [
          {
            name: 'Реестр платежей',
            freeze_header: true,
            columns: [
              { header: '№', width: 8, kind: 'text' },
              { header: 'Дата', width: 12, kind: 'date' },
              { header: 'Счёт плательщика', width: 24, kind: 'text' },
              { header: 'Получатель', width: 40, kind: 'text' },
              { header: 'ИИН/БИН получателя', width: 16, kind: 'text' },
              { header: 'ИИК получателя', width: 24, kind: 'text' },
              { header: 'БИК', width: 11, kind: 'text' },
              { header: 'Банк получателя', width: 30, kind: 'text' },
              { header: 'КБе', width: 6, kind: 'text' },
              { header: 'КНП', width: 6, kind: 'text' },
              { header: 'Сумма, тенге', width: 16, kind: 'money' },
              { header: 'Назначение платежа', width: 60, kind: 'text' },
            ],
            rows: orders.map(({ number, date, amount_tiyn, payee, knp, purpose }) => [
              String(number),
              date,
              payer.iban,
              payee.name,
              payee.bin,
              payee.iban,
              payee.bic,
              payee.bank_name,
              payee.kbe,
              knp,
              formatMoney(amount_tiyn),
              purpose,
            ]),
          },
        ],
      });
      return { bytes, changed: [] };
    },
  };
}
