import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeWindows1251 } from '../../../../platform/text-encoding.ts';
import { readOneCStatement } from './read-statement.ts';

const statement = [
  '1CClientBankExchange',
  'ВерсияФормата=2.00',
  'Кодировка=Windows',
  'РасчСчет=KZ02856KZT0000000017',
  'СекцияРасчСчет',
  'ДатаНачала=15.01.2026',
  'ДатаКонца=15.01.2026',
  'РасчСчет=KZ02856KZT0000000017',
  'НачальныйОстаток=1000000.00',
  'КонечныйОстаток=966000.00',
  'КонецРасчСчет',
  'СекцияДокумент=Выписка',
  'НомерДокумента=NT-000101',
  'ДатаДокумента=15.01.2026',
  'ДатаОперации=15.01.2026',
  'СуммаРасход=150000.00',
  'ПлательщикИИК=KZ02856KZT0000000017',
  'ПлательщикБанкБИК=',
  'ПлательщикКБЕ=7',
  'ПолучательНаименование=ИП Сериков А.Б.',
  'ПолучательБИН_ИИН=950707303005',
  'ПолучательИИК=KZ46965KZT0000000033',
  'КодНазначенияПлатежа=859',
  'НазначениеПлатежа=Оплата по акту № 17',
  'НазначениеПлатежа1=от 12.01.2026',
  'КонецДокумента',
  'СекцияДокумент=Выписка',
  'НомерДокумента=55',
  'ДатаДокумента=15.01.2026',
  'СуммаПриход=116000.00',
  'ПлательщикБИН_ИИН=210140000105',
  'ПлательщикИИК=KZ14722KZT0000000058',
  'ПолучательИИК=KZ02856KZT0000000017',
  'НазначениеПлатежа=Оплата по счету № 12',
  'КонецДокумента',
  'КонецФайла',
];
const cp1251 = (lines: string[], end = '\r\n') => encodeWindows1251(lines.join(end)).bytes;
/** Russian letters of code page 866; «№» and «–» are in it too. */
const cp866 = (lines: string[]) => {
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder('ibm866').decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from([...lines.join('\r\n')].map((letter) => table.get(letter)!));
};
const changed = (from: string | RegExp, to: string) => statement.map((line) => line.replace(from, to));

describe('a statement', () => {
  const wanted = {
    iban: 'KZ02856KZT0000000017',
    date_from: '2026-01-15',
    date_to: '2026-01-15',
    opening_tiyn: 100_000_000n,
    closing_tiyn: 96_600_000n,
    operations: [
      {
        direction: 'out',
        number: 'NT-000101',
        date: '2026-01-15',
        amount_tiyn: 15_000_000n,
        payee: { name: 'ИП Сериков А.Б.', bin: '950707303005', iban: 'KZ46965KZT0000000033' },
        knp: '859',
        purpose: 'Оплата по акту № 17 от 12.01.2026',
      },
      { direction: 'in', number: '55', date: '2026-01-15', amount_tiyn: 11_600_000n, knp: null },
    ],
  };

  const spellings: Record<string, Uint8Array> = {
    'in Windows-1251': cp1251(statement),
    'in UTF-8, whatever it says of itself': Buffer.from(statement.join('\n')),
    'in UTF-8 with a mark and in UTF-16': Buffer.from(`\uFEFF${statement.join('\r\n')}`),
    'in UTF-16': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(statement.join('\r\n'), 'utf16le')]),
    'with kinds in quotes and other cases': cp1251(
      changed('СекцияДокумент=Выписка', 'СЕКЦИЯДОКУМЕНТ="выписка"').map((line) =>
        line.replace('СуммаРасход', 'суммарасход'),
      ),
    ),
    'with blank lines, commas and blanks in sums': cp1251(
      changed('=150000.00', '="150 000,00"').flatMap((line) => [line, '']),
    ),
    'with old line ends': cp1251(statement, '\r'),
    'in code page 866': cp866(statement),
    'with the sum alone': cp1251(changed(/Сумма(Расход|Приход)/, 'Сумма')),
  };
  test.each(Object.keys(spellings))('%s', (name) => {
    expect(readOneCStatement(spellings[name]!)).toMatchObject({ status: 'ok', statement: wanted });
  });

  const faults: [string, string[], { code: string; line: number }][] = [
    ['that is another file', ['%PDF-1.7'], { code: 'not_statement', line: 1 }],
    ['that is empty', [''], { code: 'not_statement', line: 1 }],
    ['that was cut off', statement.slice(0, -4), { code: 'no_end', line: 32 }],
    ['without its last line', statement.slice(0, -1), { code: 'no_end', line: 35 }],
    [
      'of an account that is none',
      changed('РасчСчет=KZ02856KZT0000000017', 'РасчСчет=17'),
      { code: 'wrong_account', line: 8 },
    ],
    [
      'of two accounts',
      [
        ...statement.slice(0, 11),
        'СекцияРасчСчет',
        'РасчСчет=KZ46965KZT0000000033',
        'КонецРасчСчет',
        'КонецФайла',
      ],
      { code: 'several_accounts', line: 13 },
    ],
    [
      'with a line that is no field in its head',
      changed('Кодировка=Windows', 'Windows'),
      { code: 'unexpected', line: 3 },
    ],
  ];
  test.each(faults)('%s is refused with its line', (_, lines, fault) => {
    expect(readOneCStatement(cp1251(lines))).toMatchObject({ status: 'fault', fault });
  });

  const bad: [string, string[], { code: string; line: number }][] = [
    ['with a sum of letters', changed('=150000.00', '=15O000.00'), { code: 'wrong_amount', line: 16 }],
    ['with a third of a tiyn', changed('=150000.00', '=1.333'), { code: 'wrong_amount', line: 16 }],
    ['with a negative sum', changed('=150000.00', '=-1.00'), { code: 'no_amount', line: 12 }],
    ['without a sum', changed('СуммаРасход=150000.00', ''), { code: 'no_amount', line: 12 }],
    [
      'out and in at once',
      changed('СуммаРасход=150000.00', 'СуммаРасход=1.00 тг').toSpliced(16, 0, 'СуммаПриход=1.00'),
      { code: 'no_direction', line: 12 },
    ],
    [
      'of nobody’s account',
      changed('СуммаРасход', 'Сумма').map((line) => line.replace(/(ПлательщикИИК=).*/, '$1')),
      { code: 'no_direction', line: 12 },
    ],
    [
      'in shells',
      changed('СуммаРасход', 'Валюта=ракушки\r\nСуммаРасход'),
      { code: 'wrong_currency', line: 16 },
    ],
    [
      'with a day there is not',
      changed('ДатаОперации=15.01.2026', 'ДатаОперации=31.02.2026'),
      { code: 'wrong_date', line: 15 },
    ],
    [
      'with a section in a section',
      changed('ДатаОперации=15.01.2026', 'СекцияДокумент=Выписка'),
      { code: 'no_end', line: 12 },
    ],
    [
      'with a line that is no field',
      changed('КодНазначенияПлатежа=859', '859'),
      { code: 'unexpected', line: 23 },
    ],
    [
      'with the end of another section',
      changed('СуммаРасход=150000.00', 'КонецРасчСчет'),
      { code: 'unexpected', line: 16 },
    ],
  ];
  test.each(bad)('an operation %s is refused alone, with its line', (_, lines, fault) => {
    const result = readOneCStatement(cp1251(lines));
    if (result.status === 'fault') throw new Error(JSON.stringify(result.fault));
    expect(result.statement.refused[0]).toMatchObject(fault);
    expect(result.statement.operations.at(-1)).toMatchObject({ number: '55', amount_tiyn: 11_600_000n });
  });

  const operations = (lines: string[]) => {
    const result = readOneCStatement(cp1251(lines));
    if (result.status === 'fault') throw new Error(JSON.stringify(result.fault));
    expect(result.statement.refused).toEqual([]);
    return result.statement.operations;
  };

  test('keeps the currency of an operation, of its account, or tenge', () => {
    const currencies = (lines: string[]) => operations(lines).map(({ currency }) => currency);
    expect(currencies(statement)).toEqual(['KZT', 'KZT']);
    expect(currencies(changed('СуммаРасход', 'Валюта=USD\r\nСуммаРасход'))).toEqual(['USD', 'KZT']);
    expect(currencies(changed('СуммаРасход', 'Валюта=840\r\nСуммаРасход'))).toEqual(['USD', 'KZT']);
    expect(currencies(statement.toSpliced(10, 0, 'Валюта=EUR'))).toEqual(['EUR', 'EUR']);
    expect(currencies(changed('СуммаРасход', 'Валюта=тенге\r\nСуммаРасход'))).toEqual(['KZT', 'KZT']);
  });

  test('takes an account abroad as it is written', () => {
    const [read] = operations(changed('=KZ46965KZT0000000033', '=0012-345678/9 CHASUS33'));
    expect(read!.payee.iban).toBe('0012-345678/9 CHASUS33');
    const [german] = operations(changed('=KZ46965KZT0000000033', '=DE89 3704 0044 0532 0130 00'));
    expect(german!.payee.iban).toBe('DE89370400440532013000');
  });

  test('joins what somebody broke into lines, also behind an equals sign', () => {
    const purpose = (...lines: string[]) =>
      operations(
        statement.flatMap((line) => (line.startsWith('НазначениеПлатежа=Оплата по акту') ? lines : [line])),
      )[0]!.purpose;
    const rest = ' от 12.01.2026';
    expect(purpose('НазначениеПлатежа=Оплата', 'по акту', '', '№ 17')).toBe(`Оплата по акту № 17${rest}`);
    expect(purpose('НазначениеПлатежа=Оплата', 'договор=5, цена 1 = 2')).toBe(
      `Оплата договор=5, цена 1 = 2${rest}`,
    );
    expect(purpose('НазначениеПлатежа="Оплата', 'по ""акту"""')).toBe(`Оплата по "акту"${rest}`);
    // What the document has already is text, what it does not have is a field.
    expect(purpose('НазначениеПлатежа=Итого', 'СуммаРасход=7')).toBe(`Итого СуммаРасход=7${rest}`);
    expect(purpose('НазначениеПлатежа=Оплата', 'ИсточникСредств=1', 'Очередность=5')).toBe(`Оплата${rest}`);
  });

  test('reads the form 1.03', () => {
    const [out, into] = operations([
      '1CClientBankExchange',
      'ВерсияФормата=1.03',
      'РасчСчет=KZ02856KZT0000000017',
      'СекцияДокумент=Платежное поручение',
      'Номер=101',
      'Дата=14.01.2026',
      'Сумма=150000.00',
      'ДатаСписано=15.01.2026',
      'ПлательщикСчет=KZ02856KZT0000000017',
      'Плательщик=ТОО Заказчик',
      'ПлательщикИНН=190540000202',
      'ПолучательРасчСчет=KZ46965KZT0000000033',
      'Получатель1=ИП Сериков А.Б.',
      'ПолучательИНН=950707303005',
      'НазначениеПлатежа=Оплата',
      'КонецДокумента',
      'СекцияДокумент=Платежное поручение',
      'Номер=7',
      'Дата=15.01.2026',
      'Сумма=5',
      'ДатаПоступило=16.01.2026',
      'КонецДокумента',
      'КонецФайла',
    ]);
    expect(out).toMatchObject({
      direction: 'out',
      number: '101',
      date: '2026-01-15',
      amount_tiyn: 15_000_000n,
      payer: { name: 'ТОО Заказчик', bin: '190540000202', iban: 'KZ02856KZT0000000017' },
      payee: { name: 'ИП Сериков А.Б.', bin: '950707303005', iban: 'KZ46965KZT0000000033' },
    });
    expect(into).toMatchObject({ direction: 'in', date: '2026-01-16', amount_tiyn: 500n });
  });

  test('of several days has the period and the balances of all, in whatever order they stand', () => {
    const day = (date: string, opening: string, closing: string) => [
      'СекцияРасчСчет',
      `ДатаНачала=${date}`,
      `ДатаКонца=${date}`,
      'РасчСчет=KZ02856KZT0000000017',
      `НачальныйОстаток=${opening}`,
      `КонечныйОстаток=${closing}`,
      'КонецРасчСчет',
    ];
    const days = [...day('16.01.2026', '2.00', '3.00'), ...day('15.01.2026', '1.00', '2.00')];
    const result = readOneCStatement(cp1251(['1CClientBankExchange', ...days, ...statement.slice(11)]));
    expect(result).toMatchObject({
      statement: {
        date_from: '2026-01-15',
        date_to: '2026-01-16',
        opening_tiyn: 100n,
        closing_tiyn: 300n,
        operations: [{}, {}],
      },
    });
  });

  test('reads a text that goes on for a hundred thousand lines before the test runs out of time', () => {
    const end = statement.indexOf('КонецДокумента');
    const lines = [
      ...statement.slice(0, end),
      ...Array<string>(100_000).fill('и ещё'),
      ...statement.slice(end),
    ];
    const result = readOneCStatement(cp1251(lines));
    if (result.status === 'fault') throw new Error(result.fault.code);
    expect(result.statement.operations[0]!.purpose).toMatch(/\S и ещё и ещё/);
    expect(result.statement.operations[0]!.purpose.length).toBeGreaterThan(600_000);
  });

  test('never throws, whatever the bytes', () => {
    const damaged = fc
      .tuple(fc.nat({ max: 1_500 }), fc.uint8Array({ maxLength: 40 }))
      .map(([at, bytes]) =>
        Buffer.concat([cp1251(statement).subarray(0, at), bytes, cp1251(statement).subarray(at + 3)]),
      );
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 400 })), (bytes) => {
        expect(['ok', 'fault']).toContain(readOneCStatement(bytes).status);
      }),
      { numRuns: 300 },
    );
  });
});
