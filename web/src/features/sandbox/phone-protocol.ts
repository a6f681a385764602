import { isUrl } from '../../platform/is-url.ts';
/**
 * The app's side of «QR/Кросс подписание» (NITEC, version 5), written from its document and not from our contract, so
 * that it judges what our server says as a stranger's phone would.
 */
export interface Invitation {
  description: string;
  /** When the code ends, in ms. */
  ends_at_ms: number;
  organisation: { nameRu: string; nameKz: string; nameEn: string; bin: string };
  uri: URL;
  /** `Authorization` of API No.2; null with `auth_type` None. */
  token: string | null;
}

const METHODS = ['CMS_WITH_DATA', 'CMS_SIGN_ONLY', 'SIGN_BYTES_ARRAY', 'XML'] as const;
export type SignMethod = (typeof METHODS)[number];

export interface PhoneDocument {
  id: number;
  method: SignMethod;
  nameRu: string;
  nameKz: string;
  nameEn: string;
  meta: { name: string; value: string }[];
  mime: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Shown {
  /** The JSON as it came; it goes back the same but for the signatures. */
  raw: Record<string, unknown>;
  documents: PhoneDocument[];
}

export type FaultKind =
  | 'not_a_code'
  | 'no_mgov_sign'
  | 'foreign_domain'
  | 'network'
  | 'bad_answer'
  | 'unsupported'
  | 'expired';

/** Why the phone goes no further. `server` carries the sentence that the site has for the person. */
export class PhoneFault extends Error {
  readonly kind: FaultKind | 'server';
  /** The host, the field, or the server's sentence. */
  readonly where: string;

  constructor(kind: FaultKind | 'server', where = '') {
    super(`${kind} ${where}`);
    this.name = 'PhoneFault';
    this.kind = kind;
    this.where = where;
  }
}

/** What the phone needs of the world. */
export interface PhoneWorld {
  fetch: (url: string, request: RequestInit) => Promise<Response>;
  /** The one site on the list of allowed domains. */
  site: URL;
  language: 'ru' | 'kk' | 'en';
  now_ms: () => number;
}

const LINK = /^https:\/\/m\.egov\.kz\/(?:mobileSign|businessSign)\/?\?/;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The address of API No.1 in the text of a code or in a link for the same phone. Throws a `PhoneFault`. */
export function readCode(world: PhoneWorld, text: string): URL {
  const code = text.trim();
  const link = LINK.test(code) ? new URL(code).searchParams.get('link') : null;
  const address = link ?? (/^mobileSign:\S+$/.test(code) ? code.slice('mobileSign:'.length) : null);
  if (address === null || !isUrl(address)) throw new PhoneFault('not_a_code');
  if (!address.includes('mgovSign')) throw new PhoneFault('no_mgov_sign');
  return allowed(world, address);
}

/** The app opens listed domains only. On one's own machine all names of it are one. */
function allowed(world: PhoneWorld, address: string): URL {
  const url = new URL(address);
  const same = url.origin === world.site.origin;
  const both_here = [url, world.site].every(({ hostname }) => LOOPBACK.includes(hostname));
  if (!same && !both_here) throw new PhoneFault('foreign_domain', url.host);
  return new URL(url.pathname + url.search, world.site);
}

/** API No.1. */
export async function askInvitation(world: PhoneWorld, address: URL): Promise<Invitation> {
  const body = await ask(world, address, {});
  const expiry = text(body, 'expiry_date');
  const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})([+-]\d\d)(\d\d)$/.exec(expiry);
  if (!form) throw new PhoneFault('bad_answer', 'expiry_date');
  const ends_at_ms = Date.parse(`${form[1]}${form[2]}:${form[3]}`);
  if (ends_at_ms <= world.now_ms()) throw new PhoneFault('expired');
  const organisation = record(body, 'organisation');
  const document = record(body, 'document');
  const auth_type = text(document, 'auth_type');
  if (auth_type === 'Eds') throw new PhoneFault('unsupported', 'auth_type Eds');
  if (auth_type !== 'Token' && auth_type !== 'None') throw new PhoneFault('bad_answer', 'auth_type');
  const uri = text(document, 'uri');
  if (!isUrl(uri)) throw new PhoneFault('bad_answer', 'uri');
  return {
    description: text(body, 'description'),
    ends_at_ms,
    organisation: {
      nameRu: text(organisation, 'nameRu'),
      nameKz: text(organisation, 'nameKz'),
      nameEn: text(organisation, 'nameEn'),
      bin: text(organisation, 'bin'),
    },
    uri: allowed(world, uri),
    token: auth_type === 'Token' ? text(document, 'auth_token') : null,
  };
}

/** API No.2, GET. */
export async function askDocuments(world: PhoneWorld, { uri, token }: Invitation): Promise<Shown> {
  const raw = await ask(world, uri, authorization(token));
  if (raw['version'] !== 1) throw new PhoneFault('bad_answer', 'version');
  const common = text(raw, 'signMethod');
  const list = raw['documentsToSign'];
  if (!Array.isArray(list) || list.length === 0) throw new PhoneFault('bad_answer', 'documentsToSign');
  const documents = list.map((one: unknown, at) => {
    const where = `documentsToSign.${at}`;
    if (!isRecord(one)) throw new PhoneFault('bad_answer', where);
    return toDocument(one, common === 'MIX_SIGN' ? text(one, 'signMethod', where) : common, where);
  });
  if (new Set(documents.map(({ id }) => id)).size < documents.length)
    throw new PhoneFault('bad_answer', 'id');
  return { raw, documents };
}

function toDocument(one: Record<string, unknown>, method: string, where: string): PhoneDocument {
  if (!isMethod(method)) throw new PhoneFault('unsupported', method);
  const { id, meta = [] } = one;
  if (!Number.isInteger(id)) throw new PhoneFault('bad_answer', `${where}.id`);
  if (!Array.isArray(meta)) throw new PhoneFault('bad_answer', `${where}.meta`);
  return {
    id: id as number,
    method,
    nameRu: text(one, 'nameRu', where),
    nameKz: text(one, 'nameKz', where),
    nameEn: text(one, 'nameEn', where),
    meta: meta.map((fact: unknown, at) => {
      const place = `${where}.meta.${at}`;
      if (!isRecord(fact)) throw new PhoneFault('bad_answer', place);
      return { name: text(fact, 'name', place), value: text(fact, 'value', place) };
    }),
    ...contentOf(one, method, where),
  };
}

const isMethod = (method: string): method is SignMethod => (METHODS as readonly string[]).includes(method);

/** XML stands in the JSON as it is, everything else is a file in base64. */
function contentOf(
  one: Record<string, unknown>,
  method: SignMethod,
  where: string,
): Pick<PhoneDocument, 'mime' | 'bytes'> {
  if (method === 'XML')
    return { mime: 'text/xml', bytes: new TextEncoder().encode(text(one, 'documentXml', where)) };
  const file = record(record(one, 'document', where), 'file', `${where}.document`);
  const mime = typeof file['mime'] === 'string' ? file['mime'] : '';
  return { mime, bytes: bytesOf(text(file, 'data', where), where) };
}

/** API No.2, PUT: the same JSON with the signatures in place of what was signed. Answers where the site wants the person back. */
export async function sendSigned(
  world: PhoneWorld,
  { uri, token }: Invitation,
  { raw, documents }: Shown,
  signatures: ReadonlyMap<number, string>,
): Promise<{ back_url: string | null }> {
  const documentsToSign = (raw['documentsToSign'] as Record<string, unknown>[]).map((one, at) => {
    const signature = signatures.get(one['id'] as number);
    if (documents[at]!.method === 'XML') return { ...one, documentXml: signature };
    const document = one['document'] as { file: Record<string, unknown> };
    const file = { ...document.file, data: signature };
    return { ...one, document: { ...document, file } };
  });
  const answer = await put(world, uri, token, { ...raw, documentsToSign });
  return { back_url: typeof answer['backUrl'] === 'string' ? answer['backUrl'] : null };
}

/** The person has changed their mind. */
export async function sendCancel(world: PhoneWorld, { uri, token }: Invitation, shown: Shown): Promise<void> {
  await put(world, uri, token, { ...shown.raw, status: 'CANCELED' });
}

const put = (world: PhoneWorld, uri: URL, token: string | null, body: unknown) =>
  ask(
    world,
    uri,
    { ...authorization(token), 'Content-Type': 'application/json' },
    { method: 'PUT', body: JSON.stringify(body) },
  );

function authorization(token: string | null): Record<string, string> {
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** Without cookies: a phone has none of the browser's. */
async function ask(
  world: PhoneWorld,
  url: URL,
  headers: Record<string, string>,
  request: RequestInit = {},
): Promise<Record<string, unknown>> {
  const response = await world
    .fetch(url.href, {
      ...request,
      headers: { Accept: 'application/json', 'Accept-Language': world.language, ...headers },
      credentials: 'omit',
      cache: 'no-store',
    })
    .catch(() => {
      throw new PhoneFault('network');
    });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const message = isRecord(body) && typeof body['message'] === 'string' ? body['message'] : '';
    throw message ? new PhoneFault('server', message) : new PhoneFault('bad_answer', String(response.status));
  }
  // The last answer may be a bare word; then there is nowhere to go back to.
  if (isRecord(body)) return body;
  if (request.method === 'PUT') return {};
  throw new PhoneFault('bad_answer', 'JSON');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const at = (where: string, key: string) => (where ? `${where}.${key}` : key);

function record(of: Record<string, unknown>, key: string, where = ''): Record<string, unknown> {
  const value = of[key];
  if (!isRecord(value)) throw new PhoneFault('bad_answer', at(where, key));
  return value;
}

function text(of: Record<string, unknown>, key: string, where = ''): string {
  const value = of[key];
  if (typeof value !== 'string' || value === '') throw new PhoneFault('bad_answer', at(where, key));
  return value;
}

function bytesOf(base64: string, where: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    throw new PhoneFault('bad_answer', `${where}.document.file.data`);
  }
}
