import type { FastifyInstance } from 'fastify';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { nodePrimitives } from '../src/platform/node-primitives.ts';
import { send, type Reply } from './calls.ts';
import type { SigningKey } from './signing-keys.ts';

/** The JSON of API No.1 and API No.2 as NITEC's document gives them, written again here and not taken from our contract. */
interface Invitation {
  description: string;
  expiry_date: string;
  organisation: { nameRu: string; nameKz: string; nameEn: string; bin: string };
  document: { uri: string; auth_type: string; auth_token: string };
}
export interface Shown {
  signMethod: string;
  version: number;
  documentsToSign: {
    id: number;
    signMethod?: string;
    nameRu: string;
    nameKz: string;
    nameEn: string;
    meta: { name: string; value: string }[];
    document: { file: { mime: string; data: string } };
  }[];
  status?: string;
}

/** eGov Mobile as a test needs it: each step by itself, each of them as it should be or as it should not. */
export interface TestPhone {
  scan(code_text: string, how?: PhoneHabits): Promise<Reply>;
  invitation(code_text: string): Promise<Invitation>;
  get(document: Invitation['document'], how?: PhoneHabits): Promise<Reply>;
  documents(document: Invitation['document']): Promise<Shown>;
  put(document: Invitation['document'], body: unknown, how?: PhoneHabits): Promise<Reply>;
  /** The same JSON with detached signatures in place of the files. */
  sign(shown: Shown, key: SigningKey): Promise<Shown>;
}

export interface PhoneHabits {
  language?: 'ru' | 'kk' | 'en';
  user_agent?: string;
  /** Another token than the one that was given; null sends none. */
  token?: string | null;
  uri?: string;
}

export function testPhone(http: FastifyInstance): TestPhone {
  const headersOf = (how: PhoneHabits, token: string | null) => ({
    'accept-language': how.language ?? 'ru',
    'user-agent': how.user_agent ?? 'eGovMobile/1.6.77 (Android)',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  });
  const pathOf = (address: string) => address.slice(new URL(address).origin.length);
  const phone: TestPhone = {
    scan(code_text, how = {}) {
      if (!/^mobileSign:\S+$/.test(code_text))
        throw new Error('the camera sees no mobileSign: without blanks');
      const address = code_text.slice('mobileSign:'.length);
      if (!address.includes('mgovSign')) throw new Error('the address lacks mgovSign');
      return send(http, { method: 'GET', url: pathOf(address), headers: headersOf(how, null) });
    },
    async invitation(code_text) {
      return bodyOf<Invitation>(await phone.scan(code_text));
    },
    get(document, how = {}) {
      const token = how.token === undefined ? document.auth_token : how.token;
      const url = pathOf(how.uri ?? document.uri);
      return send(http, { method: 'GET', url, headers: headersOf(how, token) });
    },
    async documents(document) {
      return bodyOf<Shown>(await phone.get(document));
    },
    put(document, body, how = {}) {
      const token = how.token === undefined ? document.auth_token : how.token;
      const headers = { ...headersOf(how, token), 'content-type': 'application/json' };
      const url = pathOf(how.uri ?? document.uri);
      return send(http, { method: 'PUT', url, headers, payload: JSON.stringify(body) });
    },
    async sign(shown, key) {
      const documentsToSign = await Promise.all(
        shown.documentsToSign.map(async (one) => {
          const content = Buffer.from(one.document.file.data, 'base64');
          const cms = await signCms({
            content,
            ...key,
            signing_time: new Date(),
            primitives: nodePrimitives,
          });
          const data = Buffer.from(cms).toString('base64');
          return { ...one, document: { file: { ...one.document.file, data } } };
        }),
      );
      return { ...shown, documentsToSign };
    },
  };
  return phone;
}

function bodyOf<T>(reply: Reply): T {
  if (reply.status !== 200) throw new Error(`the phone was answered ${reply.status}: ${reply.text}`);
  return reply.json as T;
}
