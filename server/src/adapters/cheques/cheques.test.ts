import type { ChequeIds } from '@kelisim/shared/features/taxes/read-cheque-link.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { expect, test } from 'vitest';
import type { OutboundQuestion } from '../../platform/outbound.ts';
import { chequePages } from './pages/cheque-pages.ts';

const IIN = withCheckDigit('90010130001')!;
const ids: ChequeIds = { issuer: 'esalyq', first_id: '120', second_id: '7045' };

function pages(text: string, status = 200) {
  const asked: OutboundQuestion[] = [];
  const cheques = chequePages({
    assertAllowed: () => undefined,
    ask: async (question) => {
      asked.push(question);
      return { status, text };
    },
  });
  return { asked, cheques };
}

const html = `<html><head><style>td { color: red }</style><script>var total = 1;</script></head><body>
  <h1>Чек № 77</h1><p>Номер чека: <b>77</b></p>
  <table><tr><td>Дата и время</td><td>24.11.2026 09:15</td></tr><tr><td>ИИН</td><td>${IIN}</td></tr>
  <tr><td>ФИО</td><td>Сейітов&nbsp;Асан</td></tr><tr><td>Услуга</td><td>Перевод &quot;Абай&quot;</td></tr>
  <tr><td>Итого</td><td>1 250 000,50 ₸</td></tr></table></body></html>`;

test('a page is asked at the address we build, and its report read', async () => {
  const { asked, cheques } = pages(html);
  expect(await cheques.findCheque(ids)).toEqual({
    number: '77',
    issued_on: '2026-11-24',
    iin: IIN,
    full_name: 'Сейітов Асан',
    service: 'Перевод "Абай"',
    total_tiyn: 125_000_050n,
  });
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://esb.kgd.gov.kz/taxpay-check-core/get-check-report?check_id=120&ip_reg_id=7045',
  ]);
});

test('a report in JSON is read too', async () => {
  const report = {
    data: { number: 5, dateTime: '2026-11-24T09:15:00', iin: IIN, name: 'Асан', total: 100.5 },
  };
  expect(await pages(JSON.stringify(report)).cheques.findCheque(ids)).toMatchObject({
    number: '5',
    issued_on: '2026-11-24',
    total_tiyn: 10_050n,
    service: null,
  });
});

test('no cheque is an answer; anything that is not understood is none', async () => {
  expect(await pages('', 404).cheques.findCheque(ids)).toBeNull();
  for (const [text, status] of [
    [html, 302],
    [html, 503],
    ['', 200],
    ['{"broken', 200],
    ['<html>Введите код с картинки</html>', 200],
    [html.replace(IIN, '123456789012'), 200],
    [html.replace('24.11.2026', '31.02.2026'), 200],
    [html.replace('1 250 000,50', 'много'), 200],
    [html.replace('</table>', '<tr><td>Итого</td><td>1</td></tr></table>'), 200],
  ] as const)
    await expect(pages(text, status).cheques.findCheque(ids)).rejects.toThrow();
});
