import {
  ACTION_TO,
  TICKET_STATUS_IDS,
  TICKET_STATUSES,
  ticketTable,
  type TicketSide,
  type TicketStatus,
} from '@kelisim/shared/features/support/ticket-status.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { multipartOf, send } from '../../../test/calls.ts';
import { fingerprint } from '../../../test/fingerprint.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { samplePdf } from '../../../test/papers.ts';
import {
  makeAdministrator,
  makeCompany,
  makeEmployee,
  makeExecutor,
  type Administrator,
  type Person,
} from '../../../test/people.ts';
import { makeWordFile } from '../../../test/word-files.ts';
import { makeXlsx, makeZip } from '../../adapters/spreadsheet/xlsx/make-xlsx.ts';
import { setRead } from './support.queries.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa', name: 'ТОО «Сұрақ»' });
const director = company.director;
const employee = await makeEmployee(app, company, []);
const executor = (await makeExecutor(app, company, { algorithm: 'rsa' })).person;
const stranger = (await makeCompany(app, { algorithm: 'rsa' })).director;
const desk = await makeAdministrator(app, ['support']);
const colleague = await makeAdministrator(app, ['support']);
const other_desk = await makeAdministrator(app, ['companies', 'tariffs', 'users']);
beforeEach(() => app.parts.db.deleteFrom('limited_calls').execute());
afterAll(async () => {
  await holdInvariants(app, ['I3']);
  await app.close();
});

type Someone = Person | Administrator;
type Files = Record<string, { name: string; bytes: Uint8Array }>;

const of = (ticket_id: number) => ({ params: { ticket_id } });
const ask = async (by: Person = employee, files: Files = {}, text = 'Акт не отправляется') =>
  (await app.ok('support.create', by, { body: { theme_id: '1', text }, files })).id;
const get = (id: number, by: Someone = desk) => app.ok('support.get', by, of(id));
const read = (id: number, by: Someone) => app.ok('support.messages', by, of(id));
const write = (id: number, by: Someone, text = 'Жауап', files: Files = {}) =>
  app.ok('support.write', by, { ...of(id), body: { text }, files });
const move = (id: number, by: Someone, to: TicketStatus) =>
  app.raw('support.set_status', by, { ...of(id), body: { status_id: TICKET_STATUS_IDS[to] } });
const code = async (promise: Promise<{ status: number; code: string }>) => {
  const { status, code: word } = await promise;
  return `${status} ${word}`;
};
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const docx = () => makeWordFile(['Сәлем']);

describe('a ticket', () => {
  test('has every field of the specification, whoever of its sides asks', async () => {
    const made = await app.ok(
      'support.create',
      employee,
      { body: { theme_id: '3', text: ' Не вижу ключ ' } },
      { locale: 'kz' },
    );
    const { id, created_at, last_message_at } = made;
    expect(made).toEqual({
      id,
      company_name: 'ТОО «Сұрақ»',
      user_id: employee.user_id,
      user_name: 'Қызметкер ТОО «Сұрақ»',
      theme_id: 3,
      status_id: 1,
      text: 'Не вижу ключ',
      created_at,
      last_message_at,
      read_by_admin: false,
      read_by_business: true,
      locale: 'kz',
    });
    for (const by of [director, desk]) expect(await get(id, by)).toEqual(made);
    expect((await app.ok('support.list', director, { query: {} })).items[0]).toEqual(made);
    expect((await app.ok('support.admin_list', desk, { query: {} })).items[0]).toEqual(made);
    expect(await read(id, director)).toEqual([
      {
        id: expect.any(Number),
        ticket_id: id,
        user_id: employee.user_id,
        user_name: 'Қызметкер ТОО «Сұрақ»',
        company_name: 'ТОО «Сұрақ»',
        by_support: false,
        text: 'Не вижу ключ',
        created_at,
        attachments: [],
      },
    ]);
  });

  test('themes and statuses are said in both languages and are those that tickets carry', async () => {
    const [ru, kz] = await Promise.all(
      (['ru', 'kz'] as const).map((locale) => app.ok('support.themes', director, {}, { locale })),
    );
    expect(ru![2]).toEqual({
      id: 3,
      name: 'Подписание и ЭЦП',
      description_ru: expect.stringContaining('NCALayer'),
      description_kz: expect.stringContaining('тексеру'),
    });
    expect(kz![2]!.name).toBe('Қол қою және ЭЦҚ');
    expect((await app.ok('support.statuses', desk, {}))[2]).toEqual({
      id: 3,
      code: 'waiting_for_user',
      name_kz: 'Жауап күтеміз',
      name_ru: 'Ждём ответа',
    });
  });

  test('wants a theme that there is, and words', async () => {
    const before = await fingerprint(app, ['limited_calls']);
    const bad: [object, string, string][] = [
      [{ theme_id: '1' }, 'missing_field', 'text'],
      [{ text: 'x' }, 'missing_field', 'theme_id'],
      [{ theme_id: '1', text: ' \n ' }, 'field.required', 'text'],
      [{ theme_id: '99', text: 'x' }, 'field.choice', 'theme_id'],
      [{ theme_id: '1', text: 'x'.repeat(5001) }, 'field.too_long', 'text'],
      [{ theme_id: '1', text: 'x', read_by_admin: 'true' }, 'unknown_field', 'read_by_admin'],
    ];
    for (const [body, word, field] of bad)
      expect(await app.refused('support.create', employee, { body })).toMatchObject({ code: word, field });
    expect(await fingerprint(app, ['limited_calls'])).toEqual(before);
  });

  test('is there for its company and the desk, and missing for everybody else', async () => {
    const id = await ask(employee, { attachment1: { name: 'a.png', bytes: png } });
    const [message] = await read(id, director);
    const attachment_id = message!.attachments[0]!.id;
    const before = await fingerprint(app);
    for (const by of [stranger, executor, other_desk]) {
      expect(await code(app.refused('support.get', by, of(id)))).toBe('404 not_found');
      expect(await code(app.refused('support.messages', by, of(id)))).toBe('404 not_found');
      const said = app.refused('support.write', by, { ...of(id), body: { text: 'x' } });
      expect(await code(said)).toBe('404 not_found');
      expect((await move(id, by, 'closed')).status).toBe(404);
      const file = app.refused('support.attachment', by, { params: { attachment_id } });
      expect(await code(file)).toBe('404 not_found');
    }
    expect(await fingerprint(app)).toEqual(before);
    expect(await code(app.refused('support.admin_list', other_desk))).toBe('403 forbidden');
    expect(await code(app.refused('support.answers', other_desk))).toBe('403 forbidden');
    for (const by of [director, desk])
      expect(await app.ok('support.attachment', by, { params: { attachment_id } })).toEqual(png);
  });
});

describe('what is said', () => {
  test('is unread for the other side until it has read it, and who asked is told once', async () => {
    const id = await ask();
    const told = () =>
      app.parts.db
        .selectFrom('messages')
        .select(['recipient', 'body', 'locale'])
        .where((eb) => eb.and({ kind: 'ticket_answered', company_id: director.company_id }))
        .where('body', 'like', `%/support/${id}%`)
        .execute();
    const marks = async () => {
      const { read_by_admin, read_by_business } = await get(id, director);
      return [read_by_admin, read_by_business];
    };
    expect(await marks()).toEqual([false, true]);
    await read(id, director);
    expect(await marks()).toEqual([false, true]);
    await read(id, desk);
    expect(await marks()).toEqual([true, true]);

    const answer = await write(id, desk, ' Обновите NCALayer ');
    expect(answer).toMatchObject({ by_support: true, text: 'Обновите NCALayer', user_id: desk.user_id });
    expect(answer.user_name).toBe('Әкімші Сынақ');
    await write(id, desk, 'И перезапустите браузер');
    expect(await marks()).toEqual([true, false]);
    expect(await told()).toEqual([
      {
        recipient: employee.email,
        locale: 'ru',
        body: expect.stringContaining(`http://localhost:4400/lk/business/support/${id}`),
      },
    ]);

    const seen = await read(id, employee);
    expect(seen.map(({ by_support, user_name }) => [by_support, user_name])).toEqual([
      [false, 'Қызметкер ТОО «Сұрақ»'],
      [true, null],
      [true, null],
    ]);
    expect(seen[1]!.company_name).toBe('Поддержка Kelisim');
    expect(await marks()).toEqual([true, true]);
    await write(id, desk, 'Получилось?');
    expect(await told()).toHaveLength(2);
  });

  test('meanwhile stays unread', async () => {
    const id = await ask();
    const ticket = { company_id: director.company_id, id };
    await write(id, employee, 'Ещё одно');
    await setRead(app.parts.db, ticket, 'support', 1);
    expect((await get(id)).read_by_admin).toBe(false);
    await setRead(app.parts.db, ticket, 'support', 2);
    expect((await get(id)).read_by_admin).toBe(true);
  });

  test('by many at once keeps its order and loses nothing', async () => {
    const id = await ask();
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => write(id, i % 2 === 0 ? employee : desk, `№ ${i}`)),
    );
    const texts = (await read(id, desk)).map(({ text }) => text);
    expect(texts).toHaveLength(9);
    expect(new Set(texts).size).toBe(9);
  });

  test('is limited in number for one person', async () => {
    const id = await ask();
    for (let i = 0; i < 50; i++) await ask(executor, {}, `Вопрос ${i}`);
    const { status } = await app.raw('support.create', executor, { body: { theme_id: '1', text: 'x' } });
    expect(status).toBe(429);
    await write(id, employee);
  });
});

describe('the state', () => {
  async function ticketIn(status: TicketStatus): Promise<number> {
    const id = await ask(director);
    const way: Record<TicketStatus, TicketStatus[]> = {
      new: [],
      in_progress: ['in_progress'],
      waiting_for_user: ['waiting_for_user'],
      resolved: ['resolved'],
      closed: ['resolved', 'closed'],
    };
    // By another of the desk, whose steps are not ours to take back.
    for (const step of way[status]) expect((await move(id, colleague, step)).status).toBe(200);
    return id;
  }
  const statusNow = async (id: number) => {
    const { status_id } = await get(id);
    return TICKET_STATUSES.find((one) => TICKET_STATUS_IDS[one] === status_id)!;
  };

  test.each(TICKET_STATUSES)('%s changes by the table alone', async (from) => {
    for (const side of ['user', 'support'] satisfies TicketSide[]) {
      const by = side === 'user' ? director : desk;
      const id = await ticketIn(from);
      const written = await app.raw('support.write', by, { ...of(id), body: { text: 'x' } });
      const after = ticketTable.next(from, 'write', side);
      expect(written.status, `${side} writes`).toBe(after === null ? 409 : 200);
      expect(await statusNow(id), `${side} writes`).toBe(after ?? from);
      for (const to of TICKET_STATUSES) {
        const one = await ticketIn(from);
        const reply = await move(one, by, to);
        const next = to === 'new' ? null : ticketTable.next(from, ACTION_TO[to], side);
        const refused = side === 'user' && to !== 'closed' ? 403 : to === 'new' ? 400 : 409;
        expect(reply.status, `${side} to ${to}`).toBe(
          next || (to === from && refused !== 403) ? 200 : refused,
        );
        expect(await statusNow(one), `${side} to ${to}`).toBe(next ?? from);
      }
    }
  });

  test('goes back before a step of the desk for whoever made it, until something is done or said', async () => {
    const steps: [TicketStatus, TicketStatus][] = [
      ['new', 'in_progress'],
      ['waiting_for_user', 'resolved'],
      ['resolved', 'closed'],
      ['closed', 'in_progress'],
    ];
    for (const [from, to] of steps) {
      const id = await ticketIn(from);
      await move(id, desk, to);
      expect((await move(id, colleague, from)).status, `a colleague to ${from}`).not.toBe(200);
      expect(await statusNow(id)).toBe(to);
      // A second press is the same answer, and what was taken back is not taken back again.
      for (let i = 0; i < 2; i++) expect((await move(id, desk, from)).status).toBe(200);
      expect(await statusNow(id)).toBe(from);
      const { action, user_id } = await app.parts.db
        .selectFrom('ticket_history')
        .select(['action', 'user_id'])
        .where('ticket_id', '=', id)
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
      expect([action, user_id]).toEqual(['undo', desk.user_id]);
    }
    const id = await ticketIn('new');
    await move(id, desk, 'resolved');
    await write(id, desk, 'Готово');
    expect((await move(id, desk, 'new')).status).toBe(400);
    expect(await statusNow(id)).toBe('resolved');
  });

  test('of a closed one is open again when its author writes', async () => {
    const id = await ticketIn('closed');
    await write(id, employee, 'Опять то же');
    expect(await statusNow(id)).toBe('in_progress');
  });

  test('is closed by who asked or heads the company, and not by a colleague', async () => {
    const [of_director, of_employee] = [await ask(director), await ask(employee)];
    expect((await move(of_director, employee, 'closed')).status).toBe(403);
    expect(await statusNow(of_director)).toBe('new');
    expect((await move(of_employee, director, 'closed')).status).toBe(200);
    const own = await ask(employee);
    expect((await move(own, employee, 'closed')).status).toBe(200);
    // A second press is the same answer.
    expect((await move(own, employee, 'closed')).status).toBe(200);
    const history = await app.parts.db
      .selectFrom('ticket_history')
      .select(['seq', 'action', 'side', 'from_status', 'to_status', 'user_id'])
      .where('ticket_id', '=', own)
      .orderBy('seq')
      .execute();
    const by = { side: 'user', user_id: employee.user_id };
    expect(history).toEqual([
      { ...by, seq: 1, action: 'open', from_status: null, to_status: 'new' },
      { ...by, seq: 2, action: 'close', from_status: 'new', to_status: 'closed' },
    ]);
  });

  test('is asked for by a form, and by nothing else', async () => {
    const id = await ask();
    const url = `/api/v1/support/tickets/${id}/status`;
    const post = (type: string, payload: string) =>
      send(app.http, {
        method: 'POST',
        url,
        payload,
        headers: { authorization: `Bearer ${desk.token}`, 'content-type': type },
      });
    const form = 'application/x-www-form-urlencoded';
    const bad: [string, string, object][] = [
      ['application/json', '{"status_id":"2"}', { code: 'unsupported_media' }],
      [form, '', { code: 'missing_field', field: 'status_id' }],
      [form, 'status_id=2&status_id=4', { code: 'field.repeated', field: 'status_id' }],
      [form, 'status_id=x', { code: 'field.id', field: 'status_id' }],
      [form, 'status_id=77', { code: 'field.choice', field: 'status_id' }],
      [form, 'status_id=2&read_by_admin=true', { code: 'unknown_field', field: 'read_by_admin' }],
      [form, 'status_id=2&__proto__=1', { code: 'unknown_field' }],
    ];
    for (const [type, body, problem] of bad) expect((await post(type, body)).json).toMatchObject(problem);
    expect(await statusNow(id)).toBe('new');
    expect((await post(`${form}; charset=UTF-8`, 'status_id=2')).json).toMatchObject({ status_id: 2 });
    const json = await send(app.http, {
      method: 'POST',
      url: '/api/v1/support/admin/answers',
      payload: 'title=x&text_ru=x&text_kz=x',
      headers: { authorization: `Bearer ${desk.token}`, 'content-type': form },
    });
    expect(json.json).toMatchObject({ code: 'unsupported_media' });
  });
});

describe('an attachment', () => {
  test('of each kind comes back as it was sent, to be saved and never to be run', async () => {
    const sent = {
      attachment1: { name: 'Скан.png', bytes: Buffer.concat([png, Buffer.from('<script>')]) },
      attachment2: { name: '../../тізім.xlsx', bytes: await makeXlsx('<row/>') },
      attachment3: { name: 'хат.docx', bytes: await docx() },
    };
    const id = await ask(employee, sent);
    const pdf = await samplePdf();
    await write(id, desk, 'Смотрите', { attachment2: { name: 'ответ.pdf', bytes: pdf } });
    const [question, answer] = await read(id, employee);
    expect(question!.attachments).toEqual([
      { id: expect.any(Number), content_type: 'image/png', name: 'Скан.png', size_bytes: png.length },
      expect.objectContaining({ name: 'тізім.xlsx', content_type: expect.stringContaining('spreadsheetml') }),
      expect.objectContaining({
        name: 'хат.docx',
        content_type: expect.stringContaining('wordprocessingml'),
      }),
    ]);
    const [of_desk] = answer!.attachments;
    const reply = await app.raw('support.attachment', employee, { params: { attachment_id: of_desk!.id } });
    expect(reply.bytes.equals(pdf)).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const picture = await app.ok('support.attachment', desk, {
      params: { attachment_id: question!.attachments[0]!.id },
    });
    expect(picture).toEqual(png);
  });

  test('is one of three, of a known kind, with something in it, and comes once', async () => {
    const id = await ask();
    const file = { name: 'a.png', bytes: png };
    const three = { attachment1: file, attachment2: file, attachment3: file };
    const before = await fingerprint(app, ['limited_calls']);
    const bad: [Files, string, string][] = [
      [{ ...three, attachment4: file }, '400 file.too_many', 'attachment4'],
      [{ attachment1: { name: 'a.png', bytes: Buffer.alloc(0) } }, '400 file.empty', 'attachment1'],
      [
        { attachment1: { name: 'a.png', bytes: Buffer.from('<svg onload="alert(1)"/>') } },
        '415 file.other_kind',
        'attachment1',
      ],
      [
        { attachment1: file, attachment2: { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 broken') } },
        '422 file.pdf_broken',
        'attachment2',
      ],
      [
        { attachment3: { name: 'a.zip', bytes: await makeZip({ a: 'x' }) } },
        '415 file.other_kind',
        'attachment3',
      ],
      [
        { attachment1: { name: 'a.png', bytes: Buffer.concat([png, Buffer.alloc(10_000_001)]) } },
        '413 too_large',
        'attachment1',
      ],
      [{ evil: file }, '400 unknown_field', 'evil'],
    ];
    for (const [files, problem, field] of bad) {
      for (const name of ['support.create', 'support.write'] as const) {
        const words = name === 'support.create' ? { theme_id: '1' } : {};
        const refusal = await app.refused(name, employee, {
          ...of(id),
          body: { ...words, text: 'x' },
          files,
        });
        expect(`${refusal.status} ${refusal.code}`).toBe(problem);
        expect(refusal.field).toBe(field);
      }
    }
    const twice = multipartOf({ text: 'x' }, { attachment1: file });
    const mark = /boundary=(.*)$/.exec(twice.type)![1]!;
    const end = twice.bytes.lastIndexOf(`--${mark}--`);
    const part = twice.bytes.subarray(twice.bytes.indexOf(`--${mark}`, 10), end);
    const reply = await send(app.http, {
      method: 'POST',
      url: `/api/v1/support/tickets/${id}/messages`,
      payload: Buffer.concat([twice.bytes.subarray(0, end), part, twice.bytes.subarray(end)]),
      headers: { authorization: `Bearer ${employee.token}`, 'content-type': twice.type },
    });
    expect(reply.json).toMatchObject({ code: 'field.repeated', field: 'attachment1' });
    expect(await fingerprint(app, ['limited_calls'])).toEqual(before);
  });

  test('alone is not enough: a message has words', async () => {
    const id = await ask();
    const files = { attachment1: { name: 'a.png', bytes: png } };
    expect(await app.refused('support.write', employee, { ...of(id), body: {}, files })).toMatchObject({
      code: 'missing_field',
      field: 'text',
    });
  });
});

describe('the lists', () => {
  test('find by words of any message, by number, by company at the desk, by state, theme and what is unread', async () => {
    const mark = `Қарақұрым ${Date.now()}`;
    const id = await ask(director, {}, `Вопрос 100% ${mark}`);
    await write(id, desk, `Ответ про верблюда ${mark}`);
    const found = async (query: object, by: Person = director) =>
      (await app.ok('support.list', by, { query })).items.map((row) => row.id);
    const atDesk = async (query: object) =>
      (await app.ok('support.admin_list', desk, { query })).items.map((row) => row.id);
    expect(await found({ search: 'верблюда ' + mark })).toEqual([id]);
    expect(await found({ search: `100% ${mark}` })).toEqual([id]);
    expect(await found({ search: '100_ ' + mark })).toEqual([]);
    expect(await found({ search: `№ ${id}` })).toContain(id);
    expect(await found({ search: 'верблюда' }, stranger)).toEqual([]);
    expect(await found({ search: 'верблюда' }, executor)).toEqual([]);
    expect(await atDesk({ search: 'верблюда ' + mark, theme_id: 1 })).toEqual([id]);
    expect(await atDesk({ search: 'верблюда ' + mark, theme_id: 2 })).toEqual([]);
    expect(await atDesk({ search: 'тоо «сұрақ»' })).toContain(id);
    expect(await found({ search: mark, status_id: [2, 3] })).toEqual([id]);
    expect(await found({ search: mark, status_id: [1] })).toEqual([]);
    expect(await found({ search: mark, unread: true })).toEqual([id]);
    expect(await atDesk({ search: mark, unread: true })).toEqual([]);
    await read(id, director);
    expect(await found({ search: mark, unread: true })).toEqual([]);
    expect(await found({ search: mark, unread: false })).toEqual([id]);
    for (const query of [{ status_id: [9] }, { search: 'x'.repeat(101) }])
      expect((await app.raw('support.list', director, { query })).status).toBe(400);
    expect((await app.raw('support.admin_list', desk, { query: { theme_id: 99 } })).status).toBe(400);
  });

  test('stand by the newest words, in pages', async () => {
    const ids = [await ask(stranger), await ask(stranger), await ask(stranger)];
    await write(ids[0]!, desk);
    const page = (page: number) => app.ok('support.list', stranger, { query: { page, limit: 2 } });
    const [first, second] = [await page(1), await page(2)];
    expect([...first.items, ...second.items].map((row) => row.id)).toEqual([ids[0], ids[2], ids[1]]);
    expect([first.pages, first.total, first.is_exact]).toEqual([2, 3, true]);
  });
});

test('ready answers are kept in both languages, changed and put away', async () => {
  const words = (title: string) => ({ title, text_ru: 'Обновите ключ', text_kz: 'Кілтті жаңартыңыз' });
  const made = await app.ok('support.add_answer', desk, { body: words(' Ә ключ ') });
  const later = await app.ok('support.add_answer', desk, { body: words('Я последний') });
  expect(made).toEqual({ ...words('Ә ключ'), id: made.id });
  expect((await app.ok('support.answers', desk, {})).map(({ id }) => id)).toEqual([made.id, later.id]);
  const at = { params: { answer_id: made.id } };
  const body = { ...words('Ключ'), text_kz: 'Басқаша' };
  expect(await app.ok('support.change_answer', desk, { ...at, body })).toEqual({ id: made.id, ...body });
  for (const missing of ['title', 'text_ru', 'text_kz'] as const) {
    const { [missing]: _, ...rest } = body;
    expect(await app.refused('support.change_answer', desk, { ...at, body: rest })).toMatchObject({
      code: 'missing_field',
      field: missing,
    });
  }
  for (let i = 0; i < 2; i++)
    expect((await app.raw('support.delete_answer', desk, at)).status, 'again is the same').toBe(200);
  expect((await app.ok('support.answers', desk, {})).map(({ id }) => id)).toEqual([later.id]);
  expect(await code(app.refused('support.change_answer', desk, { ...at, body }))).toBe('404 not_found');
  for (let i = 0; i < 2; i++)
    expect(await app.ok('support.restore_answer', desk, at)).toEqual({ id: made.id, ...body });
  expect((await app.ok('support.answers', desk, {})).map(({ id }) => id)).toEqual([made.id, later.id]);
});
