import { randomUUID } from 'node:crypto';
import { elementsOf, parseXml, xmlText, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { verifyXml } from '@kelisim/eds/xmldsig/verify.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { hasRow } from '../../../platform/db/has-row.ts';
import { idOf } from '../../../platform/db/id-of.ts';
import { field, group } from '../../../platform/xml.ts';
import type { NcaTrust } from '../../nca/nca.ts';
import { allOf, textOf } from '../kgd/soap.ts';
import type { EsfKind } from '../esf.ts';
import { isSignedBy, judgeUpload } from './judge-upload.ts';

/** All addresses of the sandbox ИС ЭСФ lie under this path. */
export const ESF_PATH = '/sandbox/esf/ws/api1/';

const CALLS_A_DAY = 3000;
const SESSION_EVERY_MS = 5 * 60_000;
const REGISTERS_AFTER_MS = 1_500;
const PAGE = 50;
const ACTIONS = ['CONFIRM', 'DECLINE', 'REVOKE'] as const;
/** Who may do it, and what comes of it. */
const CHANGES = {
  REVOKE: { by: 'tin', to: 'REVOKED', says: 'Документ в этом состоянии нельзя отозвать' },
  CONFIRM: { by: 'buyer_tin', to: 'CONFIRMED', says: 'Документ в этом состоянии нельзя подтвердить' },
  DECLINE: { by: 'buyer_tin', to: 'DECLINED', says: 'Документ в этом состоянии нельзя отклонить' },
} as const;
/** A question spans a quarter at most. */
const LONGEST_SPAN_MS = 92 * 86_400_000;
/** The one password that the sandbox does not take. */
const WRONG_PASSWORD = 'wrong';

export interface EsfAnswer {
  status: number;
  body: Uint8Array;
  /** Told to be late, or never to answer; whoever carries the answer sees to that. */
  delay?: 'slow' | 'silent';
}

/** Answers as ИС ЭСФ does; null for an address that is none of its services. */
export type EsfServices = (path: string, body: Uint8Array) => Promise<EsfAnswer | null>;

export interface SandboxEsfOptions {
  db: Database;
  nca: NcaTrust;
  now: () => Date;
}

class Fault extends Error {
  readonly code: string;

  constructor(text: string, code = 'soap:Server') {
    super(text);
    this.code = code;
  }
}

const SECURITY = () =>
  new Fault('A security error was encountered when verifying the message', 'ns1:SecurityError');
const CLOSED = () => new Fault('Session closed', 'esf:SessionClosedFault');

/** An ИС ЭСФ on this machine with its own books, its limits and its errors; it judges signatures by the given roots. */
export function sandboxEsf({ db, nca, now }: SandboxEsfOptions): EsfServices {
  const operations: Record<string, (request: XmlElement, login: Login | null) => Promise<string>> = {
    'AuthService/createAuthTicketRequest': createTicket,
    'SessionService/createSessionSignedRequest': createSession,
    'SessionService/closeSessionBySignedCredentialsRequest': closeByTicket,
    'SessionService/closeSessionRequest': closeSession,
    'SessionService/currentSessionStatusRequest': sessionStatus,
    'UploadInvoiceService/syncInvoiceRequest': (request) => upload(request, 'invoice'),
    'AwpWebService/awpUploadRequest': (request) => upload(request, 'awp'),
    'InvoiceService/queryInvoiceRequest': (request) => query(request, 'invoice'),
    'AwpWebService/queryAwpRequest': (request) => query(request, 'awp'),
    'InvoiceService/queryInvoiceByIdRequest': (request) => queryById(request, 'invoice'),
    'AwpWebService/awpQueryStatusByIdRequest': (request) => queryById(request, 'awp'),
    'InvoiceService/revokeInvoiceByIdRequest': revokeInvoice,
    'AwpWebService/changeStatusRequest': changeAwp,
  };

  return async (path, bytes) => {
    if (!path.startsWith(ESF_PATH)) return null;
    const service = path.slice(ESF_PATH.length);
    const root = parseXml(xmlText(Buffer.from(bytes).toString('utf8')))?.root;
    const body = root && elementsOf(root).find((one) => one.local === 'Body');
    const request = body && elementsOf(body)[0];
    const name = request?.local ?? '';
    const fault = await faultOf(name);
    if (fault === 'silent') return { status: 504, body: new Uint8Array(0), delay: 'silent' };
    if (fault === 'error') return answer(500, faultText(new Fault('Fault occurred while processing.')));
    try {
      const operation = operations[`${service}/${name}`];
      if (!root || !request || !operation) throw new Fault('Unmarshalling Error', 'soap:Client');
      await countCall(name);
      const reply = group(
        `esf:${name.replace(/Request$/, 'Response')}`,
        [await operation(request, loginOf(root))],
        'xmlns:esf="esf"',
      );
      // Done, and nobody hears of it.
      if (fault === 'lost') return { status: 504, body: new Uint8Array(0), delay: 'silent' };
      return { ...answer(200, reply), ...(fault === 'slow' && { delay: 'slow' as const }) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return answer(500, faultText(error));
    }
  };

  async function faultOf(operation: string): Promise<string | null> {
    const row = await db
      .selectFrom('sandbox.esf_faults')
      .select('fault')
      .where('operation', '=', operation)
      .executeTakeFirst();
    return row?.fault ?? null;
  }

  async function countCall(operation: string): Promise<void> {
    const { calls } = await db
      .selectFrom('sandbox.esf_calls')
      .select(sql<number>`count(*)`.as('calls'))
      .where('called_at', '>', new Date(now().getTime() - 86_400_000))
      .executeTakeFirstOrThrow();
    if (calls >= CALLS_A_DAY) throw new Fault('LIMIT_EXCEEDED: 3000 calls a day');
    await db.insertInto('sandbox.esf_calls').values({ operation, called_at: now() }).execute();
  }

  async function createTicket(request: XmlElement): Promise<string> {
    const iin = textOf(request, 'iin');
    const minutes = Number(textOf(request, 'ttlInMinutes') ?? 30);
    if (!iin || !(minutes >= 1 && minutes <= 1440)) throw new Fault('Unmarshalling Error', 'soap:Client');
    const ticket = randomUUID();
    const expires_at = new Date(now().getTime() + minutes * 60_000);
    await db.insertInto('sandbox.esf_tickets').values({ ticket, iin, expires_at }).execute();
    const xml = group('authTicket', [
      field('iin', iin),
      field('ticket', ticket),
      field('expires', expires_at.toISOString()),
    ]);
    return field('authTicketXml', xml);
  }

  /** Who has signed the ticket that somebody shows; the login of the portal must come along. */
  async function admit(request: XmlElement, login: Login | null): Promise<{ tin: string; ticket: string }> {
    if (!login || login.password === WRONG_PASSWORD) throw SECURITY();
    const verdict = await verifyXml({
      xml: textOf(request, 'signedAuthTicket') ?? '',
      trust: nca.trust,
      purpose: 'login',
      at: now(),
      primitives: nca.primitives,
    });
    const signed = verdict.content === undefined ? null : parseXml(verdict.content)?.root;
    const ticket = signed && textOf(signed, 'ticket');
    const known =
      ticket &&
      (await db
        .selectFrom('sandbox.esf_tickets')
        .selectAll()
        .where('ticket', '=', ticket)
        .where('expires_at', '>', now())
        .executeTakeFirst());
    const right = verdict.reason === undefined || verdict.reason === 'revocation_unknown';
    if (!known || !right || known.iin !== verdict.iin) throw new Fault('AUTH_TICKET_INVALID');
    const tin = textOf(request, 'tin') ?? '';
    if (tin !== verdict.iin && tin !== verdict.bin) throw new Fault('AUTH_TICKET_INVALID: tin');
    return { tin, ticket };
  }

  async function createSession(request: XmlElement, login: Login | null): Promise<string> {
    const { tin, ticket } = await admit(request, login);
    return db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox esf ${tin}`}, 0))`.execute(tx);
      const last = await tx
        .selectFrom('sandbox.esf_sessions')
        .selectAll()
        .where('tin', '=', tin)
        .orderBy('opened_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last && !last.closed_at)
        throw new Fault(`User already has opened session with id ${last.session_id}`);
      if (last && now().getTime() - last.opened_at.getTime() < SESSION_EVERY_MS)
        throw new Fault('LIMIT_EXCEEDED: a session not more often than every 5 minutes');
      const used = await tx
        .updateTable('sandbox.esf_tickets')
        .set({ used_at: now() })
        .where('ticket', '=', ticket)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) throw new Fault('AUTH_TICKET_INVALID: used');
      const session_id = randomUUID();
      await tx.insertInto('sandbox.esf_sessions').values({ session_id, tin, opened_at: now() }).execute();
      return field('sessionId', session_id);
    });
  }

  async function closeByTicket(request: XmlElement, login: Login | null): Promise<string> {
    const { tin } = await admit(request, login);
    await db
      .updateTable('sandbox.esf_sessions')
      .set({ closed_at: now() })
      .where('tin', '=', tin)
      .where('closed_at', 'is', null)
      .execute();
    return field('status', 'CLOSED');
  }

  async function sessionStatus(request: XmlElement): Promise<string> {
    const session = await db
      .selectFrom('sandbox.esf_sessions')
      .select('closed_at')
      .where('session_id', '=', textOf(request, 'sessionId') ?? '')
      .executeTakeFirst();
    return field('status', session ? (session.closed_at ? 'CLOSED' : 'OK') : 'NOT_FOUND');
  }

  async function closeSession(request: XmlElement, login: Login | null): Promise<string> {
    if (!login || login.password === WRONG_PASSWORD) throw SECURITY();
    await db
      .updateTable('sandbox.esf_sessions')
      .set({ closed_at: now() })
      .where('session_id', '=', textOf(request, 'sessionId') ?? '')
      .execute();
    return field('status', 'CLOSED');
  }

  async function tinOf(request: XmlElement): Promise<string> {
    const session = await db
      .selectFrom('sandbox.esf_sessions')
      .select('tin')
      .where('session_id', '=', textOf(request, 'sessionId') ?? '')
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (!session) throw CLOSED();
    return session.tin;
  }

  async function upload(request: XmlElement, kind: EsfKind): Promise<string> {
    const tin = await tinOf(request);
    const given = {
      kind,
      xml: textOf(request, `${kind}Body`) ?? '',
      signature: textOf(request, 'signature') ?? '',
      certificate: textOf(request, 'x509Certificate') ?? '',
    };
    const { number, buyer, errors, related, replaces } = await judgeUpload(given, tin, nca, now());
    if (related !== null && !(await isRegistered(tin, related)))
      errors.push({
        property: 'relatedInvoice',
        code: 'NOT_FOUND',
        text: 'Связанный счёт-фактура не найден',
      });
    if (kind === 'awp' && !textOf(request, 'senderSignerName'))
      errors.push({ property: 'senderSignerName', code: 'FIELD_REQUIRED', text: 'Не указан подписавший' });
    const [accepted, declined] =
      kind === 'invoice' ? ['acceptedSet', 'declinedSet'] : ['acceptedList', 'declinedList'];
    const row = kind === 'invoice' ? 'standardResponse' : 'awpUploadResult';
    if (errors.length > 0) {
      const list = errors.map((one) =>
        group('error', [
          field('property', one.property),
          field('errorCode', one.code),
          field('text', one.text),
        ]),
      );
      const errors_name = kind === 'invoice' ? 'errors' : 'errorList';
      return group(declined!, [group(row, [field('num', number), group(errors_name, list)])]);
    }
    const id = await idOf(
      db
        .insertInto('sandbox.esf_papers')
        .values({
          kind,
          tin,
          buyer_tin: buyer,
          number,
          body: given.xml,
          status: 'IN_QUEUE',
          replaces,
          taken_at: now(),
        })
        .returning('id'),
    );
    const id_name = kind === 'invoice' ? 'id' : 'awpId';
    return group(accepted!, [group(row, [field(id_name, String(id)), field('num', number)])]);
  }

  async function isRegistered(tin: string, registration_number: string): Promise<boolean> {
    return hasRow(
      db
        .selectFrom('sandbox.esf_papers')
        .select('id')
        .where((eb) => eb.and({ tin, registration_number }))
        .where('status', 'in', ['CREATED', 'DELIVERED']),
    );
  }

  /** What has lain in the queue for a moment is registered; a corrected invoice takes the place of the first one. */
  async function register(): Promise<void> {
    const day = almatyDate(now()).replaceAll('-', '');
    const due = await db
      .updateTable('sandbox.esf_papers')
      .set({
        status: 'CREATED',
        registration_number: sql`case kind when 'invoice' then 'ESF-' else 'AWP-' end || tin || ${`-${day}-`} || lpad(id::text, 8, '0')`,
      })
      .where('status', '=', 'IN_QUEUE')
      .where('taken_at', '<=', new Date(now().getTime() - REGISTERS_AFTER_MS))
      .returning(['tin', 'replaces'])
      .execute();
    for (const { tin, replaces } of due) {
      if (!replaces) continue;
      await db
        .updateTable('sandbox.esf_papers')
        .set({ status: 'CANCELED' })
        .where((eb) => eb.and({ tin, registration_number: replaces }))
        .execute();
    }
  }

  async function query(request: XmlElement, kind: EsfKind): Promise<string> {
    const tin = await tinOf(request);
    await register();
    const page = Number(textOf(request, 'pageNum') ?? 0);
    const [from, to] = ['dateFrom', 'dateTo'].map(
      (name) => new Date(`${(textOf(request, name) ?? '').replace(/\.\d+$/, '')}+05:00`),
    );
    if (!(to!.getTime() - from!.getTime() <= LONGEST_SPAN_MS)) throw new Fault('PERIOD_TOO_LONG');
    const inbound = textOf(request, 'direction') === 'INBOUND';
    const rows = await db
      .selectFrom('sandbox.esf_papers')
      .selectAll()
      .where(inbound ? 'buyer_tin' : 'tin', '=', tin)
      .$if(inbound, (one) => one.where('status', '<>', 'IN_QUEUE'))
      .where('kind', '=', kind)
      .where('taken_at', '>=', from!)
      .where('taken_at', '<=', to!)
      .orderBy('id')
      .limit(PAGE + 1)
      .offset(page * PAGE)
      .execute();
    const infos = rows
      .slice(0, PAGE)
      .map((row) =>
        group(kind === 'invoice' ? 'invoiceInfo' : 'awpInfo', [
          ...stateFields(kind, row),
          field(`${kind}Body`, row.body),
        ]),
      );
    return [
      group(kind === 'invoice' ? 'invoiceInfoList' : 'awpInfoList', infos),
      field('lastBlock', rows.length > PAGE ? 'false' : 'true'),
      field('currPage', String(page)),
      field('rsCount', String(infos.length)),
    ].join('');
  }

  async function queryById(request: XmlElement, kind: EsfKind): Promise<string> {
    const tin = await tinOf(request);
    await register();
    const list = allOf(request, 'idList')[0];
    const row = await paperOf(tin, kind, list ? textOf(list, 'id') : null);
    if (!row) return '';
    const info = group(kind === 'invoice' ? 'invoiceInfo' : 'awpSummary', stateFields(kind, row));
    return kind === 'invoice' ? group('invoiceInfoList', [info]) : info;
  }

  /** Both sides see a paper. */
  async function paperOf(tin: string, kind: EsfKind, id: string | null) {
    if (!/^\d{1,15}$/.test(id ?? '')) return undefined;
    return db
      .selectFrom('sandbox.esf_papers')
      .selectAll()
      .where('id', '=', Number(id))
      .where((eb) => eb.or([eb('tin', '=', tin), eb('buyer_tin', '=', tin)]))
      .where('kind', '=', kind)
      .executeTakeFirst();
  }

  async function revokeInvoice(request: XmlElement): Promise<string> {
    const tin = await tinOf(request);
    const list = allOf(request, 'idWithReasonList')[0];
    const [id, reason] = [list && textOf(list, 'id'), list && textOf(list, 'reason')];
    const text = group('signedContent', [
      group('idsWithReasons', [group('idWithReason', [field('id', id), field('reason', reason)])]),
    ]);
    return change(request, { tin, kind: 'invoice', id: id ?? '', text, action: 'REVOKE' });
  }

  /** The signed text says what is done to which act, and must be about the same one as the question. */
  async function changeAwp(request: XmlElement): Promise<string> {
    const tin = await tinOf(request);
    const text = textOf(request, 'awpActionBody') ?? '';
    const body = parseXml(text)?.root;
    const id = textOf(request, 'awpId') ?? '';
    const action = ACTIONS.find((one) => body && one === textOf(body, 'actionType'));
    if (
      !body ||
      !action ||
      textOf(body, 'documentId') !== id ||
      (action === 'DECLINE' && !textOf(body, 'cause'))
    )
      throw new Fault('Unmarshalling Error', 'soap:Client');
    return change(request, { tin, kind: 'awp', id, text, action });
  }

  async function change(
    request: XmlElement,
    of: { tin: string; kind: EsfKind; id: string; text: string; action: (typeof ACTIONS)[number] },
  ): Promise<string> {
    const signed = {
      text: of.text,
      signature: textOf(request, 'signature') ?? '',
      certificate: textOf(request, 'x509Certificate') ?? '',
    };
    const result = (inside: string[]) => group('changeStatusResult', inside);
    const refuse = (code: string, text: string) =>
      result([field('isChanged', 'false'), field('errorCode', code), field('errorText', text)]);
    if (!(await isSignedBy(signed, nca, now())))
      return refuse('SIGNATURE_INVALID', 'Подпись не соответствует содержимому');
    await register();
    const { by, to, says } = CHANGES[of.action];
    const row = await paperOf(of.tin, of.kind, of.id);
    if (!row || row[by] !== of.tin || !['CREATED', 'DELIVERED', to].includes(row.status))
      return refuse('WRONG_STATUS', says);
    await db.updateTable('sandbox.esf_papers').set({ status: to }).where('id', '=', row.id).execute();
    return result([field('isChanged', 'true'), field('invoiceStatus', to)]);
  }
}

interface Login {
  name: string;
  password: string;
}

function loginOf(envelope: XmlElement): Login | null {
  const [name, password] = [textOf(envelope, 'Username'), textOf(envelope, 'Password')];
  return name && password ? { name, password } : null;
}

function stateFields(
  kind: EsfKind,
  row: { id: number; status: string; registration_number: string | null },
): string[] {
  return [
    field(kind === 'invoice' ? 'invoiceId' : 'awpId', String(row.id)),
    field('registrationNumber', row.registration_number),
    field(kind === 'invoice' ? 'invoiceStatus' : 'status', row.status),
  ];
}

function answer(status: number, inside: string): EsfAnswer {
  const xml = group(
    'soap:Envelope',
    [group('soap:Body', [inside])],
    'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"',
  );
  return { status, body: Buffer.from(xml) };
}

function faultText({ code, message }: Fault): string {
  const name = code.split(':').at(-1)!;
  return group('soap:Fault', [field('faultcode', `soap:${name}`), field('faultstring', message)]);
}
