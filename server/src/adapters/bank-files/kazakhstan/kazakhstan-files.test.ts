import { parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { encodeWindows1251 } from '../../../platform/text-encoding.ts';
import { createXlsxSpreadsheet } from '../../spreadsheet/xlsx/xlsx-spreadsheet.ts';
import { PAYMENT_FILE_CODES, type PaymentFileCode } from '../bank-files.ts';
import type { FileOrder, FileParty, OrderBatch } from '../bank-files.ts';
import { bankProfile } from './bank-profiles.ts';
import { checkBatch } from './check-batch.ts';
import { kazakhstanFiles } from './kazakhstan-files.ts';
import { mt100Format, mt102Format } from './mt/write-mt.ts';
import { readSections } from './one-c/read-sections.ts';
import { oneCFormat } from './one-c/write-orders.ts';

const windows = new TextDecoder('windows-1251');
const spreadsheet = createXlsxSpreadsheet();

const party = (change: Partial<FileParty> = {}): FileParty => ({
  name: 'ТОО «Пример Заказчик»',
  bin: '190540000202',
  kbe: '17',
  iban: 'KZ02856KZT0000000017',
  bic: 'KCJBKZKX',
  bank_name: 'АО «Банк ЦентрКредит»',
  bank_bin: '980640000093',
  ...change,
});
const order = (change: Partial<FileOrder> = {}): FileOrder => ({
  number: 101,
  date: '2026-01-15',
  amount_tiyn: 15_000_000n,
  payee: {
    name: 'ИП Сериков А.Б.',
    bin: '950707303005',
    kbe: '19',
    iban: 'KZ46965KZT0000000033',
    bic: 'IRTYKZKA',
    bank_name: 'АО «ForteBank»',
    bank_bin: '990740000683',
    kind: 'undertaking',
    full_name: null,
  },
  month: '2026-01',
  knp: '859',
  purpose: 'Оплата по акту № 17 от 12.01.2026. Без НДС',
  ...change,
});
const batch = (orders: FileOrder[], change: Partial<OrderBatch> = {}): OrderBatch => ({
  made_at: '2026-01-15 10:30:00',
  payer: party(),
  chief: 'Ахметов А.С.',
  bookkeeper: null,
  transit: new Map(),
  bank_codes: new Map([['IRTYKZKA', '965']]),
  orders,
  ...change,
});
async function write(format: typeof oneCFormat, of: OrderBatch) {
  const { bytes, changed } = await format.write(of, bankProfile(of.payer.bic));
  return { text: windows.decode(bytes), changed };
}

describe('Windows-1251', () => {
  test('keeps Russian and the Kazakh і, and says what else it changed', () => {
    const { bytes, changed } = encodeWindows1251('Іс № 1: Қайрат Әуез, «Көктем» – ₸ é 漢 漢');
    expect(windows.decode(bytes)).toBe('Іс № 1: Кайрат Ауез, «Коктем» – тг e ? ?');
    expect(changed).toEqual([
      { from: 'Қ', to: 'К' },
      { from: 'Ә', to: 'А' },
      { from: 'ө', to: 'о' },
      { from: '₸', to: 'тг' },
      { from: 'é', to: 'e' },
      { from: '漢', to: '?' },
    ]);
  });
});

/** The orders of a 1C file, as the program of a bank would read them. */
function readOrders(text: string) {
  const result = readSections(text);
  if (result.status === 'fault') throw new Error(JSON.stringify(result.fault));
  return result.sections
    .filter(({ kind }) => kind === 'document')
    .map(({ title, fields }) => {
      const get = (name: string) => fields.get(name.toLowerCase())!.value;
      const side = (of: string): FileParty => ({
        name: get(`${of}Наименование`),
        bin: get(`${of}БИН_ИИН`),
        kbe: get(`${of}КБЕ`),
        iban: get(`${of}ИИК`),
        bic: get(`${of}БанкБИК`),
        bank_name: get(`${of}БанкНаименование`),
        bank_bin: get(`${of}БанкБИН_ИИН`) || null,
      });
      return {
        title,
        payer: side('Плательщик'),
        order: {
          number: Number(get('НомерДокумента')),
          date: parseShownDate(get('ДатаДокумента'))!,
          amount_tiyn: parseMoney(get('Сумма'))!,
          payee: side('Получатель'),
          knp: get('КодНазначенияПлатежа'),
          purpose: get('НазначениеПлатежа'),
        },
      };
    });
}

const amounts = fc.bigInt({ min: 1n, max: 1_000_000_000_000_000n });
const days = fc
  .integer({ min: 0, max: 20_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const words = fc.stringMatching(/^[А-Яа-яA-Z0-9.,№«»=:/{} -]{1,80}$/).map((text) => text.trim() || 'а');

describe('the exchange file of 1C', () => {
  test('begins, ends and breaks its lines as programs of banks expect', async () => {
    const { text } = await write(oneCFormat, batch([order()]));
    expect(text.startsWith('1CClientBankExchange\r\nВерсияФормата=2.00\r\nКодировка=Windows\r\n')).toBe(true);
    expect(text.endsWith('КонецДокумента\r\nКонецФайла\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text).toContain('\r\nСумма=150000.00\r\nВалюта=KZT\r\n');
  });

  test('reads back to the same orders, whatever stands in the names', async () => {
    const orders = fc.array(
      fc.record({ number: fc.nat(), date: days, amount_tiyn: amounts, name: words, purpose: words }),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(orders, async (values) => {
        const written = values.map(({ name, ...rest }) =>
          order({ ...rest, payee: { ...order().payee, name } }),
        );
        const { text, changed } = await write(oneCFormat, batch(written));
        expect(changed).toEqual([]);
        const read = readOrders(text);
        expect(read.every(({ payer }) => payer.iban === party().iban)).toBe(true);
        expect(read).toMatchObject(
          written.map(({ month: _, payee: { kind: _kind, full_name: _name, ...payee }, ...rest }) => ({
            order: { ...rest, payee },
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('a name with a line break cannot bring a field of its own', async () => {
    const evil = order({ payee: { ...order().payee, name: 'Иванов\r\nСумма=1.00\nПолучательИИК=KZ00' } });
    const [read] = readOrders((await write(oneCFormat, batch([evil]))).text);
    expect(read!.order).toMatchObject({ amount_tiyn: 15_000_000n, payee: { iban: order().payee.iban } });
  });
});

describe('MT forms', () => {
  const people = [
    order({
      number: 5,
      amount_tiyn: 8_820_050n,
      payee: {
        ...order().payee,
        kind: 'individual',
        name: 'Оспанова Айгуль Маратовна',
        bin: '920314401003',
      },
    }),
    order({
      number: 6,
      amount_tiyn: 6_180_000n,
      payee: { ...order().payee, name: 'Петров И.', full_name: 'Петров Иван', bin: '881105302001' },
    }),
    order({
      number: 7,
      amount_tiyn: 100n,
      payee: { ...order().payee, bic: 'CASPKZKA', bank_name: 'АО «Kaspi Bank»' },
    }),
  ];
  const transit = new Map([
    ['IRTYKZKA', 'KZ06965KZT0000000074'],
    ['CASPKZKA', 'KZ14722KZT0000000058'],
  ]);

  test('MT100 is a message an order', async () => {
    const { text } = await write(mt100Format, batch(people, { bookkeeper: 'Ким О.В.' }));
    const messages = text.split('-}\r\n').filter(Boolean);
    expect(messages).toHaveLength(3);
    expect(messages[0]).toContain('SGROSS');
    expect(messages[0]!.split('\r\n').slice(2)).toEqual([
      '{4:',
      ':20:000000005',
      ':32A:260115KZT88200,50',
      ':50:/D/KZ02856KZT0000000017',
      '/NAME/ТОО Пример Заказчик',
      '/IDN/190540000202',
      '/CHIEF/Ахметов А.С.',
      '/MAINBK/Ким О.В.',
      '/IRS/1',
      '/SECO/7',
      ':52B:KCJBKZKX',
      ':57B:IRTYKZKA',
      ':59:KZ46965KZT0000000033',
      '/NAME/Оспанова Айгуль Маратовна',
      '/IDN/920314401003',
      '/IRS/1',
      '/SECO/9',
      ':70:/NUM/5',
      '/DATE/260115',
      '/SEND/07',
      '/VO/01',
      '/KNP/859',
      '/PSO/01',
      '/PRT/50',
      '/ASSIGN/Оплата по акту 17 от 12.01.2026. Без НДС',
      '',
    ]);
  });

  test('MT102 is a message a bank, whose people add up to its sum', async () => {
    const { text } = await write(mt102Format, batch(people, { transit }));
    const messages = text.split('-}\r\n').filter(Boolean);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain(':59:KZ06965KZT0000000074\r\n/NAME/АО ForteBank\r\n/IDN/990740000683');
    expect(messages[0]).toContain(
      ':21:2\r\n:32B:KZT61800,00\r\n:70:/FM/Петров\r\n/NM/Иван\r\n/DT/19881105\r\n/IDN/881105302001\r\n/LA/KZ46965KZT0000000033\r\n/PERIOD/012026\r\n:32A:260115KZT150000,50',
    );
    for (const one of messages) {
      const sum = [...one.matchAll(/:32B:KZT(\d+),(\d\d)/g)].reduce(
        (total, [, tenge, tiyn]) => total + BigInt(`${tenge}${tiyn}`),
        0n,
      );
      expect(one).toContain(`:32A:260115KZT${formatMoney(sum).replace('.', ',')}`);
    }
  });

  const person = (number: number, change: Partial<FileOrder['payee']> = {}, rest: Partial<FileOrder> = {}) =>
    order({
      number,
      payee: { ...order().payee, kind: 'individual', full_name: 'Оспанова Айгуль Маратовна', ...change },
      ...rest,
    });
  const check = (orders: FileOrder[], code: PaymentFileCode = 'mt102', profile = bankProfile('KCJBKZKX')) =>
    checkBatch(code, batch(orders, { transit }), profile).map(({ rule, number }) => [rule, number]);

  test('a person stands in a list once, with the sum of the acts of one month', async () => {
    const other = { bin: '881105302001', iban: 'KZ59965KZT0000000090', full_name: 'Петров Иван' };
    const orders = [
      person(5, { name: 'Оспанова А.' }, { amount_tiyn: 100n }),
      person(6, other, { amount_tiyn: 7n }),
      person(7, { name: 'Оспанова А.' }, { amount_tiyn: 20n }),
      person(8, {}, { amount_tiyn: 3n, month: '2025-12' }),
    ];
    expect(check(orders)).toEqual([]);
    const { text } = await write(mt102Format, batch(orders, { transit }));
    const [january, december] = text.split('-}\r\n');
    expect(january!.match(/:32B:KZT.*/g)).toEqual([':32B:KZT1,20', ':32B:KZT0,07']);
    expect(january).toContain('/FM/Оспанова\r\n/NM/Айгуль\r\n/FT/Маратовна\r\n');
    expect(january).toContain('по списку (2)');
    expect(january).toContain('/PERIOD/012026\r\n:32A:260115KZT1,27');
    expect(december).toContain('/PERIOD/122025\r\n:32A:260115KZT0,03');
    const { debits } = kazakhstanFiles(spreadsheet).check('mt102', batch(orders, { transit }));
    expect(debits).toMatchObject([
      { people: 2, amount_tiyn: 127n, orders: [5, 7, 6] },
      { people: 1, amount_tiyn: 3n, orders: [8] },
    ]);
  });

  test('what breaks a rule of the bank is named with its order', () => {
    expect(check([order({ number: 9 })])).toEqual([['list_individuals', 9]]);
    expect(check([order({ number: 9 })], '1c')).toEqual([]);
    expect(check([person(9, { full_name: 'Петров С. И.' })])).toEqual([['list_full_name', 9]]);
    expect(check([person(9, { full_name: 'Мадонна' })])).toEqual([['list_full_name', 9]]);
    expect(check([person(8), person(9, { iban: 'KZ59965KZT0000000090' })])).toEqual([
      ['list_person_twice', 9],
    ]);
    expect(check([person(9, {}, { purpose: 'я'.repeat(211) })], '1c')).toEqual([['purpose_length', 9]]);
    expect(check([person(9, {}, { purpose: ' - ' })], '1c')).toEqual([['purpose_empty', 9]]);
    expect(check([person(9, { name: '漢字' })], 'mt100')).toEqual([['name_empty', 9]]);
    const profile = bankProfile('KCJBKZKX');
    const own = { ...profile, lists: { individuals_only: false, knp: ['010'] } };
    expect(
      check([order({ number: 9, payee: { ...order().payee, name: 'Сериков Арман' } })], 'mt102', own),
    ).toEqual([['list_knp', 9]]);
    const foreign = new Map([['IRTYKZKA', 'KZ14722KZT0000000058']]);
    expect(checkBatch('mt102', batch([person(9)], { transit: foreign }), profile)).toMatchObject([
      { rule: 'list_transit_bank', number: 9, value: 'АО «ForteBank»' },
    ]);
  });

  test('nothing in a name begins a field or ends the message', async () => {
    for (const [purpose, name] of [
      ['-}\r\n:32A:260115KZT1,00', ':59:KZ{1:}'],
      ['－｝－}：32A：', '：59：KZ｛1:}'],
    ] as const) {
      const evil = order({ purpose, payee: { ...order().payee, name } });
      const { text } = await write(mt100Format, batch([evil]));
      expect(text.match(/^:32A:/gm)).toHaveLength(1);
      expect(text.match(/-\}/g)).toHaveLength(1);
      expect(text.match(/\{1:/g)).toHaveLength(1);
      expect(text.match(/^:59:/gm)).toHaveLength(1);
      expect(text).not.toMatch(/^\/\w+\/[:/-]/m);
    }
  });
});

/** What people may write, and what was stored before it was refused. */
const odd = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    ...'әҒқҢөҰүҺ«»“”„"№₸{}=:/- ?\u00a0\u2009\u3000\u2212\u0301\ufb01１é',
    '👩🏽‍🔧',
    '1️⃣',
    'й'.normalize('NFD'),
  ),
  fc.constantFrom(
    ...'\u0000\b\t\n\r\u007f\u0085\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202e',
  ),
  fc.constantFrom(...'\u2060\u2066\u2069\ufe0f\ufeff\u{e0001}\u{e0041}\u{e007f}'),
  fc.constantFrom('А', 'б', 'В', 'г'),
);
const oddText = fc.array(odd, { maxLength: 12 }).map((signs) => `А${signs.join('')}я`);

/** Every text of a batch that people wrote, by its name. */
const TEXTS = ['payer', 'payer_bank', 'chief', 'bookkeeper', 'payee', 'payee_bank', 'purpose'] as const;
type Texts = Record<(typeof TEXTS)[number], string>;

/** Of each form what it holds of them, as a program of a bank would read it; a bank is known by its БИК in some. */
const readers: Record<PaymentFileCode, (bytes: Uint8Array) => Promise<Partial<Texts>>> = {
  async '1c'(bytes) {
    const [read] = readOrders(windows.decode(bytes));
    const { payer, order: one } = read!;
    return {
      payer: payer.name,
      payer_bank: payer.bank_name,
      payee: one.payee.name,
      payee_bank: one.payee.bank_name,
      purpose: one.purpose,
    };
  },
  async mt100(bytes) {
    const after = linesOf(bytes);
    const [payer, payee] = after('/NAME/');
    return {
      payer: payer!,
      payee: payee!,
      chief: after('/CHIEF/')[0]!,
      bookkeeper: after('/MAINBK/')[0]!,
      purpose: after('/ASSIGN/')[0]!,
    };
  },
  async mt102(bytes) {
    const after = linesOf(bytes);
    const [payer, payee_bank] = after('/NAME/');
    return {
      payer: payer!,
      payee_bank: payee_bank!,
      payee: [...after('/FM/'), ...after('/NM/'), ...after('/FT/')].filter(Boolean).join(' '),
      chief: after('/CHIEF/')[0]!,
      bookkeeper: after('/MAINBK/')[0]!,
      purpose: after('/ASSIGN/')[0]!,
    };
  },
  async xlsx(bytes) {
    const read = await spreadsheet.readRows(bytes, { max_rows: 2, max_columns: 20 });
    const cells = read.status === 'ok' ? read.rows[0]!.cells : [];
    const at = (column: number) => {
      const cell = cells[column]!;
      return 'value' in cell ? String(cell.value) : '';
    };
    return { payee: at(3), payee_bank: at(7), purpose: at(11) };
  },
};
const linesOf = (bytes: Uint8Array) => (name: string) =>
  windows
    .decode(bytes)
    .split('\r\n')
    .flatMap((line) => {
      const at = line.indexOf(name);
      return at === 0 || (at > 0 && line.startsWith(':')) ? [line.slice(at + name.length)] : [];
    });

/** Whether `read` is `written` but for what was told; blanks may be one or many. */
function isTold(written: string, read: string, changed: ReadonlyMap<string, string>): boolean {
  let rest = read;
  const isDropped = (character: string) =>
    /[\p{Cc}\p{Cf}\ufe0f«»“”„"№{}]/u.test(character) && changed.has(showHidden(character));
  // A break that is taken out leaves a blank, so that an accent after it joins no letter before it.
  const gone = (character: string) => (/[\t\r\n\u2028\u2029]/.test(character) ? ' ' : '');
  const kept = [...written].map((character) => (isDropped(character) ? gone(character) : character)).join('');
  for (const character of kept.normalize('NFC')) {
    const told = changed.get(showHidden(character));
    const blank = /\s/.test(character);
    if (rest.startsWith(character)) rest = rest.slice(character.length);
    else if (told !== undefined && rest.trimStart().startsWith(told))
      rest = rest.trimStart().slice(told.length);
    else if (!blank && rest.trimStart().startsWith(character))
      rest = rest.trimStart().slice(character.length);
    else if (!blank) return false;
  }
  return rest.trim() === '';
}

describe('every text of every form', () => {
  afterAll(() => spreadsheet.close());
  const files = kazakhstanFiles(spreadsheet);

  test.each(PAYMENT_FILE_CODES)('%s holds the same words, or says what it changed', async (code) => {
    await fc.assert(
      fc.asyncProperty(fc.record(Object.fromEntries(TEXTS.map((name) => [name, oddText]))), async (all) => {
        const texts = all as Texts;
        const payee = { ...order().payee, name: texts.payee, bank_name: texts.payee_bank };
        const { bytes, changed } = await files.write(
          code,
          batch([order({ payee, purpose: texts.purpose })], {
            payer: party({ name: texts.payer, bank_name: texts.payer_bank }),
            chief: texts.chief,
            bookkeeper: texts.bookkeeper,
            transit: new Map([[payee.bic, 'KZ06965KZT0000000074']]),
          }),
        );
        const told = new Map(changed.map(({ from, to }) => [from, to]));
        for (const [name, read] of Object.entries(await readers[code](bytes))) {
          const written = texts[name as keyof Texts];
          // A table has every character; what hides is written out in it (0055).
          if (code === 'xlsx') expect(read).toBe(showHidden(written));
          else
            expect([name, read, changed, isTold(written, read, told)]).toEqual([name, read, changed, true]);
        }
      }),
      { numRuns: code === 'xlsx' ? 30 : 200 },
    );
  });
});
