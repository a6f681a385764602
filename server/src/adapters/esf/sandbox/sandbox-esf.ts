import { elementsOf, parseXml, xmlText, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { sql } from 'kysely';
import { field, group } from '../../../platform/xml.ts';
import { textOf } from '../kgd/soap.ts';
import { sandboxPapers } from './sandbox-papers.ts';
import { Fault, sandboxSessions, type Login, type SandboxEsfOptions } from './sandbox-sessions.ts';

/** All addresses of the sandbox ИС ЭСФ lie under this path. */
export const ESF_PATH = '/sandbox/esf/ws/api1/';

const CALLS_A_DAY = 3000;

export interface EsfAnswer {
  status: number;
  body: Uint8Array;
  /** Told to be late, or never to answer; whoever carries the answer sees to that. */
  delay?: 'slow' | 'silent';
}

/** Answers as ИС ЭСФ does; null for an address that is none of its services. */
export type EsfServices = (path: string, body: Uint8Array) => Promise<EsfAnswer | null>;

/** An ИС ЭСФ on this machine with its own books, its limits and its errors; it judges signatures by the given roots. */
export function sandboxEsf(options: SandboxEsfOptions): EsfServices {
  const { db, now } = options;
  const sessions = sandboxSessions(options);
  const papers = sandboxPapers(options, sessions.tinOf);
  const operations: Record<string, (request: XmlElement, login: Login | null) => Promise<string>> = {
    'AuthService/createAuthTicketRequest': sessions.createTicket,
    'SessionService/createSessionSignedRequest': sessions.createSession,
    'SessionService/closeSessionBySignedCredentialsRequest': sessions.closeByTicket,
    'SessionService/closeSessionRequest': sessions.closeSession,
    'SessionService/currentSessionStatusRequest': sessions.sessionStatus,
    'UploadInvoiceService/syncInvoiceRequest': (request) => papers.upload(request, 'invoice'),
    'AwpWebService/awpUploadRequest': (request) => papers.upload(request, 'awp'),
    'InvoiceService/queryInvoiceRequest': (request) => papers.query(request, 'invoice'),
    'AwpWebService/queryAwpRequest': (request) => papers.query(request, 'awp'),
    'InvoiceService/queryInvoiceByIdRequest': (request) => papers.queryById(request, 'invoice'),
    'AwpWebService/awpQueryStatusByIdRequest': (request) => papers.queryById(request, 'awp'),
    'InvoiceService/revokeInvoiceByIdRequest': papers.revokeInvoice,
    'AwpWebService/changeStatusRequest': papers.changeAwp,
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
}

function loginOf(envelope: XmlElement): Login | null {
  const [name, password] = [textOf(envelope, 'Username'), textOf(envelope, 'Password')];
  return name && password ? { name, password } : null;
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
