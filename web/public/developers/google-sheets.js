/* oxlint-disable no-unused-vars -- Apps Script calls functions by their names. */
/**
 * Kelisim в Google Таблицах: акты читаются в таблицу, черновики актов создаются из строк.
 * Вставьте в «Расширения → Apps Script», сохраните и откройте таблицу заново: появится меню Kelisim.
 * Kelisim for Google Sheets: reads acts into a sheet and makes drafts of acts from rows. It sends, signs and pays nothing.
 */

const WORDS = {
  ru: {
    connect: 'Адрес и ключ…',
    address: 'Адрес Kelisim, начиная с https://',
    key: 'Ключ API (виден только вам)',
    wrong_address: 'Адрес должен начинаться с https://',
    wrong_key: 'Ключ начинается с kls_live_ или kls_test_',
    no_key: 'Сначала укажите адрес и ключ в меню Kelisim',
    read: 'Обновить акты',
    make: 'Создать черновики',
    acts: 'Акты',
    drafts: 'Новые акты',
    act_head: [
      'ID',
      'Номер',
      'Номер у нас',
      'Состояние',
      'Дата',
      'Начало',
      'Конец',
      'Исполнитель',
      'ИИН/БИН',
      'Название',
      'Сумма',
      'К оплате',
    ],
    draft_head: [
      'Номер у нас',
      'ИИН/БИН',
      'Договор',
      'Название',
      'Дата',
      'Начало',
      'Конец',
      'КНП',
      'Категория',
      'Описание',
      'Количество',
      'Единица',
      'Цена',
      'Акт',
      'Итог',
    ],
    done: 'черновик создан',
    no_number: 'нет номера у нас',
    no_executor: 'нет исполнителя с таким ИИН/БИН',
    no_contract: 'укажите название договора: ',
    no_category: 'нет такой категории: ',
    no_unit: 'нет такой единицы: ',
    no_date: 'дата не понята: ',
    no_figure: 'число не понято: ',
    differs: 'строки одного акта различаются: ',
    filled: 'Лист заполнен, столбцы названы. Впишите акты и запустите снова',
    result: 'Создано: ',
    failed: ', с ошибкой: ',
    left: ', осталось – запустите ещё раз: ',
    total: 'Актов: ',
  },
  kz: {
    connect: 'Мекенжай мен кілт…',
    address: 'Kelisim мекенжайы, https:// деп басталады',
    key: 'API кілті (тек сізге көрінеді)',
    wrong_address: 'Мекенжай https:// деп басталуы керек',
    wrong_key: 'Кілт kls_live_ немесе kls_test_ деп басталады',
    no_key: 'Алдымен Kelisim мәзірінде мекенжай мен кілтті көрсетіңіз',
    read: 'Актілерді жаңарту',
    make: 'Жобаларды жасау',
    acts: 'Актілер',
    drafts: 'Жаңа актілер',
    act_head: [
      'ID',
      'Нөмірі',
      'Біздегі нөмірі',
      'Күйі',
      'Күні',
      'Басы',
      'Соңы',
      'Орындаушы',
      'ЖСН/БСН',
      'Атауы',
      'Сомасы',
      'Төлеуге',
    ],
    draft_head: [
      'Біздегі нөмірі',
      'ЖСН/БСН',
      'Шарт',
      'Атауы',
      'Күні',
      'Басы',
      'Соңы',
      'ТМК',
      'Санаты',
      'Сипаттамасы',
      'Саны',
      'Өлшемі',
      'Бағасы',
      'Акт',
      'Нәтиже',
    ],
    done: 'жоба жасалды',
    no_number: 'біздегі нөмірі жоқ',
    no_executor: 'мұндай ЖСН/БСН-і бар орындаушы жоқ',
    no_contract: 'шарттың атауын жазыңыз: ',
    no_category: 'мұндай санат жоқ: ',
    no_unit: 'мұндай өлшем жоқ: ',
    no_date: 'күн түсініксіз: ',
    no_figure: 'сан түсініксіз: ',
    differs: 'бір актінің жолдары әртүрлі: ',
    filled: 'Парақ дайын, бағандары аталды. Актілерді жазып, қайта іске қосыңыз',
    result: 'Жасалды: ',
    failed: ', қатемен: ',
    left: ', қалды – тағы іске қосыңыз: ',
    total: 'Актілер: ',
  },
};
/** Apps Script ends a run after six minutes; what is left goes on with the next run. */
const LONGEST_MS = 5 * 60 * 1000;

function onOpen() {
  const w = words_();
  SpreadsheetApp.getUi()
    .createMenu('Kelisim')
    .addItem(w.read, 'readActs')
    .addItem(w.make, 'makeDrafts')
    .addSeparator()
    .addItem(w.connect, 'connect')
    .addToUi();
}

/** The key lies in the properties of the user, where others who open the table do not see it. */
function connect() {
  const w = words_();
  const ui = SpreadsheetApp.getUi();
  const ask = (text, name, pattern, wrong) => {
    const said = ui.prompt(text, ui.ButtonSet.OK_CANCEL);
    if (said.getSelectedButton() !== ui.Button.OK) return false;
    const value = said.getResponseText().trim();
    if (!pattern.test(value)) {
      ui.alert(wrong);
      return false;
    }
    PropertiesService.getUserProperties().setProperty(name, value);
    return true;
  };
  if (ask(w.address, 'KELISIM_URL', /^https:\/\/[^\s/]+\/?$/, w.wrong_address))
    ask(w.key, 'KELISIM_KEY', /^kls_(live|test)_[0-9A-Za-z]{39}$/, w.wrong_key);
}

/** All acts, the newest first, over whatever the sheet had. */
function readActs() {
  const w = words_();
  const rows = pages_('/api/v1/doc/acts?sort_by=act_date&sort_order=desc').map(actRow_);
  const sheet = sheet_('acts', w.act_head);
  if (sheet.getLastRow() > 1) sheet.getRange(2, 1, sheet.getLastRow() - 1, w.act_head.length).clearContent();
  if (rows.length > 0) sheet.getRange(2, 1, rows.length, w.act_head.length).setValues(rows);
  toast_(w.total + rows.length);
}

/** A draft for each act that has none yet. Rows with one number of ours are the lines of one act. */
function makeDrafts() {
  const w = words_();
  const began = Date.now();
  const sheet = sheet_('drafts', w.draft_head);
  const last = sheet.getLastRow();
  if (last < 2) return toast_(w.filled);
  const range = sheet.getRange(2, 1, last - 1, w.draft_head.length);
  const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  const dayOf = (date) => Utilities.formatDate(date, zone, 'yyyy-MM-dd');
  const known = {
    executors: api_('GET', '/api/v1/company/executors/list'),
    categories: api_('GET', '/api/v1/doc/services/categories'),
    units: api_('GET', '/api/v1/doc/services/units'),
  };
  const count = { made: 0, failed: 0, left: 0 };
  for (const act of readDrafts_(range.getValues(), known, dayOf, w)) {
    if (Date.now() - began > LONGEST_MS) {
      count.left += 1;
      continue;
    }
    const outcome = act.fault ? ['', act.fault] : makeDraft_(act.body, w);
    count[outcome[0] ? 'made' : 'failed'] += 1;
    // Row by row, so that a run that is cut off leaves what it has made.
    for (const at of act.rows) sheet.getRange(at + 2, 14, 1, 2).setValues([outcome]);
  }
  const more = (count.failed ? w.failed + count.failed : '') + (count.left ? w.left + count.left : '');
  return toast_(w.result + count.made + more);
}

/** The key of a repeat follows from the content: an act whose answer was lost is found, not made again. */
function makeDraft_(body, w) {
  const digest = Utilities.computeDigest(
    Utilities.DigestAlgorithm.SHA_256,
    JSON.stringify(body),
    Utilities.Charset.UTF_8,
  );
  const hex = digest.map((byte) => ((byte + 256) % 256).toString(16).padStart(2, '0')).join('');
  try {
    const act = api_('POST', '/api/v1/doc/acts', body, `sheets-${hex}`);
    return [act.id, `${w.done}: ${act.number}`];
  } catch (error) {
    if (!error.code) throw error;
    return ['', text_(error.field ? `${error.message} (${error.field})` : error.message)];
  }
}

function actRow_(act) {
  const party = act.contractor_company;
  return [
    act.id,
    act.number,
    act.external_id || '',
    act.status.name,
    act.act_date,
    act.start_date,
    act.end_date,
    party.display_name || party.name,
    // Kept as text: a number of twelve figures would lose its first zero.
    `'${party.bin}`,
    act.title,
    Number(act.amount),
    Number(act.open),
  ].map((cell) => (typeof cell === 'string' && !cell.startsWith("'") ? text_(cell) : cell));
}

/** A text that begins like a formula would be one in the table, whoever wrote it. */
function text_(value) {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** Rows of the sheet as acts: the body of a call or a fault, and the rows that are its lines. Those with an act are left. */
function readDrafts_(values, known, dayOf, w) {
  const acts = new Map();
  values.forEach((cells, row) => {
    const is_empty = cells.slice(0, 13).every((cell) => cell === '');
    if (is_empty || cells[13] !== '') return;
    const number = String(cells[0]).trim();
    const act = acts.get(number) || { rows: [], body: null, fault: null };
    acts.set(number || `row ${row}`, act);
    act.rows.push(row);
    try {
      const { head, line } = readDraftRow_(number, cells, known, dayOf, w);
      const first = act.body || { ...head, services: [] };
      const other = Object.keys(head).find((name) => head[name] !== first[name]);
      if (other) throw new Error(w.differs + number);
      first.services.push(line);
      act.body = first;
    } catch (error) {
      act.fault = act.fault || error.message;
    }
  });
  return [...acts.values()];
}

function readDraftRow_(number, cells, known, dayOf, w) {
  const [, bin, contract, title, date, start, end, knp, category, description, quantity, unit, rate] = cells;
  if (!number) throw new Error(w.no_number);
  const digits = String(bin).trim().padStart(12, '0');
  const executor = known.executors.find((one) => one.bin === digits);
  if (!executor) throw new Error(w.no_executor);
  const named = (list, name, fault) => {
    const found = list.find((one) => [one.name, one.code, String(one.id)].includes(String(name).trim()));
    if (!found) throw new Error(fault + name);
    return found.id;
  };
  const day = (value) => {
    if (Object.prototype.toString.call(value) === '[object Date]') return dayOf(value);
    const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(String(value).trim()) || [];
    if (!y) throw new Error(w.no_date + value);
    return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  };
  const figure = (value, places) => {
    const said =
      typeof value === 'number' ? value : Number(String(value).replace(/\s/g, '').replace(',', '.') || NaN);
    if (!Number.isFinite(said)) throw new Error(w.no_figure + value);
    return String(Number(said.toFixed(places)));
  };
  const asked = String(contract).trim();
  const contracts = executor.contracts.filter((one) => asked === '' || one.title === asked);
  if (contracts.length !== 1)
    throw new Error(w.no_contract + executor.contracts.map((one) => one.title).join('; '));
  const head = {
    external_id: number,
    contract_id: contracts[0].id,
    contractor_company_id: executor.executor_company_id,
    title: String(title).trim(),
    date: day(date),
    start_date: day(start),
    end_date: day(end),
    ...(String(knp).trim() && { knp: String(knp).trim().padStart(3, '0') }),
  };
  const line = {
    category_id: named(known.categories, category, w.no_category),
    unit_id: named(known.units, unit, w.no_unit),
    description: String(description).trim(),
    quantity: figure(quantity, 6),
    rate: figure(rate, 2),
  };
  return { head, line };
}

function pages_(path) {
  const items = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = api_('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100&page=${page}`);
    items.push(...answer.items);
    last = answer.pages;
  }
  return items;
}

/** One call. Where the product is busy it waits and asks again, with the same key. */
function api_(method, path, body, idempotency_key) {
  const w = words_();
  const { KELISIM_URL, KELISIM_KEY } = PropertiesService.getUserProperties().getProperties();
  if (!KELISIM_URL || !KELISIM_KEY) throw new Error(w.no_key);
  const headers = {
    Authorization: `Bearer ${KELISIM_KEY}`,
    Accept: 'application/json',
    'Accept-Language': language_(),
  };
  if (idempotency_key) headers['Idempotency-Key'] = idempotency_key;
  const options = { method: method.toLowerCase(), headers, muteHttpExceptions: true, followRedirects: false };
  if (body) Object.assign(options, { contentType: 'application/json', payload: JSON.stringify(body) });
  for (let tried = 0; ; tried += 1) {
    const response = UrlFetchApp.fetch(KELISIM_URL.replace(/\/$/, '') + path, options);
    const status = response.getResponseCode();
    if (status === 200) return JSON.parse(response.getContentText());
    if ([429, 502, 503, 504].includes(status) && tried < 4) {
      const after = Object.entries(response.getHeaders()).find(
        ([name]) => name.toLowerCase() === 'retry-after',
      );
      Utilities.sleep(Math.min(Number(after ? after[1] : 0) || 2 ** tried, 60) * 1000);
      continue;
    }
    throw errorOf_(status, response.getContentText());
  }
}

function errorOf_(status, text) {
  try {
    const { code, message, field } = JSON.parse(text);
    return Object.assign(new Error(message), { code, field });
  } catch {
    return new Error(`HTTP ${status}`);
  }
}

/** The sheet under its name in either language, made with its headings where there is none. */
function sheet_(name, head) {
  const file = SpreadsheetApp.getActiveSpreadsheet();
  const found = Object.values(WORDS)
    .map((w) => file.getSheetByName(w[name]))
    .find(Boolean);
  if (found) return found;
  const sheet = file.insertSheet(words_()[name]);
  sheet.getRange(1, 1, 1, head.length).setValues([head]);
  sheet.setFrozenRows(1);
  return sheet;
}

function toast_(text) {
  SpreadsheetApp.getActiveSpreadsheet().toast(text, 'Kelisim');
}

function language_() {
  return Session.getActiveUserLocale().startsWith('kk') ? 'kz' : 'ru';
}

function words_() {
  return WORDS[language_()];
}
