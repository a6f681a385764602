import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refused, STRUCTURE, type OneCBase, type Row, type Value } from './base.ts';

const STANDARD: Record<string, string> = {
  DeletionMark: 'ПометкаУдаления',
  Description: 'Наименование',
  Owner_Key: 'Владелец',
  Posted: 'Проведен',
  Number: 'Номер',
  Date: 'Дата',
};
const PASSWORD = 'құпия';
const EMPTY_GUID = '00000000-0000-0000-0000-000000000000';

/** The standard OData of a base: version 3, JSON, over HTTP with a password. */
export async function serveBase(base: OneCBase) {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    answerTo(base, request).then(
      ({ status, body }) => answer(status, body),
      (error: Error) =>
        answer(error instanceof Refused ? 400 : 500, {
          'odata.error': { code: '-1', message: { lang: 'ru', value: error.message } },
        }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((done) => server.close(done));
  return { url: `http://127.0.0.1:${port}/buh`, user: 'kelisim', password: PASSWORD, close };
}

async function answerTo(
  base: OneCBase,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  const given = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
  if (given !== `kelisim:${PASSWORD}`) return { status: 401, body: {} };
  const url = new URL(request.url ?? '', 'http://base');
  const path = /^\/buh\/odata\/standard\.odata\/(Catalog|Document)_([^/(]+)(?:\(guid'([^']+)'\))?$/.exec(
    decodeURIComponent(url.pathname),
  );
  if (!path || url.searchParams.get('$format') !== 'json') return { status: 404, body: {} };
  const [, kind, name = '', id] = path;
  const object = `${kind === 'Catalog' ? 'Справочник' : 'Документ'}.${name}`;
  if (!STRUCTURE[object]) throw new Refused(`Не найден объект «${name}»`);
  if (request.method === 'GET' && !id) {
    const rows = search(base, object, url.searchParams.get('$filter') ?? '');
    if (url.searchParams.get('$orderby') === 'Date desc')
      rows.sort((a, b) => String(b.values.Дата).localeCompare(String(a.values.Дата)));
    return { status: 200, body: { value: rows.map((row) => shown(object, row)) } };
  }
  const found = id ? base.rowsOf(object).get(id) : undefined;
  if (id && !found) return { status: 404, body: {} };
  if (request.method === 'GET' && found) return { status: 200, body: shown(object, found) };
  const taken = taken_in(object, JSON.parse(await textOf(request)) as Record<string, unknown>);
  if (request.method === 'PATCH' && found)
    return { status: 200, body: shown(object, base.write(object, { ...taken, id: found.id })) };
  if (request.method === 'POST' && !id)
    return { status: 201, body: shown(object, base.write(object, taken)) };
  return { status: 405, body: {} };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** The name of 1C for one of OData; a reference is `…_Key` there and nothing else is. */
function nameOf(object: string, there: string): string {
  const standard = STANDARD[there];
  if (standard) return standard;
  const name = there.replace(/_Key$/, '');
  const kind = STRUCTURE[object]?.[name];
  if (!kind || Object.values(STANDARD).includes(name) || (kind === 'reference') !== there.endsWith('_Key'))
    throw new Refused(`Сегмент пути «${there}» не найден`);
  return name;
}

function shown(object: string, { id, values, services }: Row): Record<string, unknown> {
  const shownRow = (of: string, row: Record<string, Value>) =>
    Object.entries(row).map(([name, value]) => {
      const standard = Object.entries(STANDARD).find(([, ours]) => ours === name)?.[0];
      const kind = STRUCTURE[of]?.[name];
      if (kind === 'reference') return [standard ?? `${name}_Key`, value ?? EMPTY_GUID];
      return [standard ?? name, kind === 'day' ? `${String(value)}T00:00:00` : value];
    });
  const rows = services.map((row, at) => ({
    LineNumber: String(at + 1),
    ...Object.fromEntries(shownRow('Услуги', row)),
  }));
  return {
    Ref_Key: id,
    ...Object.fromEntries(shownRow(object, values)),
    ...(object === 'Документ.ПоступлениеТоваровУслуг' && { Услуги: rows }),
  };
}

function taken_in(object: string, body: Record<string, unknown>): Omit<Row, 'id'> {
  const values: Record<string, Value> = {};
  let services: Row['services'] | undefined;
  for (const [there, value] of Object.entries(body)) {
    if (there === 'LineNumber') continue;
    if (there === 'Услуги' && object === 'Документ.ПоступлениеТоваровУслуг')
      services = (value as Record<string, unknown>[]).map((row) => taken_in('Услуги', row).values);
    else {
      const name = nameOf(object, there);
      const kind = STRUCTURE[object]?.[name];
      const is_moment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00$/.test(value);
      if (kind === 'day' && !is_moment) throw new Refused(`Неверная дата «${there}»`);
      values[name] =
        kind === 'day' ? String(value).slice(0, 10) : value === EMPTY_GUID ? null : (value as Value);
    }
  }
  return { values, ...(services && { services }) } as Omit<Row, 'id'>;
}

const CONDITION =
  /^(?:(\S+) eq (?:guid'([^']+)'|datetime'([^T']+)T00:00:00'|'((?:[^']|'')*)'|(true|false)|(-?[\d.]+))|startswith\(Комментарий, '([^']*)'\))$/u;

function search(base: OneCBase, object: string, filter: string): Row[] {
  const equal: Record<string, Value> = {};
  let comment = '';
  for (const condition of filter ? filter.split(' and ') : []) {
    const found = CONDITION.exec(condition);
    if (!found) throw new Refused(`Ошибка разбора «${condition}»`);
    const [, there, guid, day, text, flag, number, begins] = found;
    if (begins !== undefined) comment = begins;
    else if (there)
      equal[nameOf(object, there)] =
        guid ?? day ?? text?.replaceAll("''", "'") ?? (flag ? flag === 'true' : Number(number));
  }
  return base.find(object, equal, comment);
}
