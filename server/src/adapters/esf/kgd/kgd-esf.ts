import { toBase64 } from '@kelisim/eds/base64.ts';
import type { HttpPort } from '@kelisim/eds/http/http.ts';
import { parseXml, textOfElement, xmlText, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { field, firstText, group } from '../../../platform/xml.ts';
import {
  EsfRefusal,
  type Esf,
  type EsfChanged,
  type EsfError,
  type EsfKind,
  type EsfState,
  type EsfTaken,
} from '../esf.ts';
import { allOf, askSoap, textOf, type Ask } from './soap.ts';

export interface KgdSettings {
  /** As far as `/ws/api1`. */
  url: string;
  http: HttpPort;
  /** Sends login and password of the portal with what opens and closes a session; sources differ on whether it must. */
  username_token: boolean;
}

const TICKET_LIVES_MIN = 30;
const MOST_PAGES = 20;
/** A question spans a quarter at most. */
const LONGEST_SPAN_DAYS = 89;

/** How each kind of paper is called; shapes as recorded of public clients of the system, API 1. */
const KINDS = {
  invoice: {
    service: 'InvoiceService',
    id: 'invoiceId',
    status: 'invoiceStatus',
    body: 'invoiceBody',
    number: 'num',
    info: 'invoiceInfo',
  },
  awp: {
    service: 'AwpWebService',
    id: 'awpId',
    status: 'status',
    body: 'awpBody',
    number: 'number',
    info: 'awpInfo',
  },
} as const;

/** ИС ЭСФ of the Committee of State Revenues over SOAP. */
export function kgdEsf({ url, http, username_token }: KgdSettings): Esf {
  const ask = (service: string, operation: string, inside: string[], login: Ask['login'] = null) =>
    askSoap(http, url, { service, operation, inside, login: username_token ? login : null });

  const changeAwp = (
    session_id: string,
    id: string,
    body: string,
    by: { signature: string; certificate: Uint8Array },
  ) =>
    ask('AwpWebService', 'changeStatusRequest', [
      field('sessionId', session_id),
      group('awpActionInfo', [
        field('awpId', id),
        `<awpActionBody><![CDATA[${body}]]></awpActionBody>`,
        field('signature', by.signature),
      ]),
      field('x509Certificate', toBase64(by.certificate)),
    ]);

  const esf: Esf = {
    async makeTicket(iin) {
      const inside = [field('iin', iin), field('ttlInMinutes', String(TICKET_LIVES_MIN))];
      return must(await ask('AuthService', 'createAuthTicketRequest', inside), 'authTicketXml');
    },

    async openSession({ tin, signed_ticket, login }) {
      const inside = [
        field('tin', tin),
        field('signedAuthTicket', signed_ticket),
        field('sourceType', 'OTHER'),
      ];
      const open = () => ask('SessionService', 'createSessionSignedRequest', inside, login);
      try {
        return must(await open(), 'sessionId');
      } catch (error) {
        if (!(error instanceof EsfRefusal && error.kind === 'session_open')) throw error;
        // Left open by another program, or by us when an answer was lost; the same ticket closes it.
        await ask('SessionService', 'closeSessionBySignedCredentialsRequest', inside.slice(0, 2), login);
        return must(await open(), 'sessionId');
      }
    },

    async closeSession(session_id, login) {
      await ask('SessionService', 'closeSessionRequest', [field('sessionId', session_id)], login);
    },

    async isOpen(session_id) {
      const inside = [field('sessionId', session_id)];
      const reply = await ask('SessionService', 'currentSessionStatusRequest', inside);
      const [said] = allOf(reply, 'status').map((one) => textOfElement(one)?.trim());
      if (said === 'OK') return true;
      if (said === 'CLOSED' || said === 'NOT_FOUND') return false;
      throw new Error('the answer does not say how the session stands');
    },

    async upload(session_id, { kind, xml, signature, certificate, signer_name }) {
      const info = (prefix: string, version: string) => [
        `<${prefix}Body><![CDATA[${xml}]]></${prefix}Body>`,
        field('version', version),
        field('signature', signature),
        field('signatureType', 'COMPANY'),
      ];
      const x509 = field('x509Certificate', toBase64(certificate));
      if (kind === 'invoice') {
        const list = group('invoiceUploadInfoList', [
          group('invoiceUploadInfo', info('invoice', 'InvoiceV2')),
        ]);
        const inside = [field('sessionId', session_id), list, x509];
        const reply = await ask('UploadInvoiceService', 'syncInvoiceRequest', inside);
        return takenOf(reply, 'acceptedSet', 'id');
      }
      const list = group('awpInfoList', [group('awpInfo', info('awp', 'AwpV1'))]);
      const inside = [field('sessionId', session_id), list, x509, field('senderSignerName', signer_name)];
      return takenOf(await ask('AwpWebService', 'awpUploadRequest', inside), 'acceptedList', 'awpId');
    },

    async find(session_id, { kind, number, date }) {
      const names = KINDS[kind];
      for (let page = 0; page < MOST_PAGES; page++) {
        const reply = await ask(
          names.service,
          kind === 'invoice' ? 'queryInvoiceRequest' : 'queryAwpRequest',
          [
            field('sessionId', session_id),
            // It is handed in on the day of issue or later.
            ...criteria(kind, 'OUTBOUND', { from: date, to: addDays(date, LONGEST_SPAN_DAYS), page }),
          ],
        );
        for (const info of allOf(reply, names.info)) {
          const body = parseXml(xmlText(textOf(info, names.body) ?? ''));
          if (body && firstText(body.root, names.number) === number) return stateOf(kind, info);
        }
        if (textOf(reply, 'lastBlock') !== 'false') return null;
      }
      throw new Error('too many papers of one day to look through');
    },

    async state(session_id, { kind, id }) {
      const list = group('idList', [field('id', id)]);
      const operation = kind === 'invoice' ? 'queryInvoiceByIdRequest' : 'awpQueryStatusByIdRequest';
      const reply = await ask(KINDS[kind].service, operation, [field('sessionId', session_id), list]);
      const found = allOf(reply, kind === 'invoice' ? 'invoiceInfo' : 'awpSummary').find(
        (one) => textOf(one, KINDS[kind].id) === id,
      );
      return found ? stateOf(kind, found) : null;
    },

    async inbound(session_id, asked) {
      const inside = [field('sessionId', session_id), ...criteria('invoice', 'INBOUND', asked)];
      const reply = await ask('InvoiceService', 'queryInvoiceRequest', inside);
      const invoices = allOf(reply, 'invoiceInfo').map((info) => ({
        ...stateOf('invoice', info),
        xml: textOf(info, 'invoiceBody') ?? '',
      }));
      return { invoices, is_last: textOf(reply, 'lastBlock') !== 'false' };
    },

    async revoke(session_id, paper) {
      const { kind, id, reason, signature, certificate } = paper;
      const by = [field('signature', signature), field('x509Certificate', toBase64(certificate))];
      const session = field('sessionId', session_id);
      const reply =
        kind === 'invoice'
          ? await ask('InvoiceService', 'revokeInvoiceByIdRequest', [
              session,
              ...by,
              group('idWithReasonList', [
                group('invoiceIdWithReason', [field('id', id), field('reason', reason)]),
              ]),
            ])
          : await changeAwp(session_id, id, esf.revokeText({ kind, id, reason }), { signature, certificate });
      return changedOf(reply);
    },

    async answerAwp(session_id, { signature, certificate, ...of }) {
      return changedOf(await changeAwp(session_id, of.id, esf.answerText(of), { signature, certificate }));
    },

    answerText: ({ id, answer, reason }) =>
      awpAction(answer === 'confirm' ? 'CONFIRM' : 'DECLINE', id, answer === 'confirm' ? null : reason),

    revokeText({ kind, id, reason }) {
      if (kind === 'awp') return awpAction('REVOKE', id, reason);
      const one = group('idWithReason', [field('id', id), field('reason', reason)]);
      return group('signedContent', [group('idsWithReasons', [one])]);
    },
  };
  return esf;
}

/** In the order of the schema; electronic acts are asked for without a direction. */
function criteria(
  kind: EsfKind,
  direction: 'INBOUND' | 'OUTBOUND',
  { from, to, page }: { from: string; to: string; page: number },
): string[] {
  const span = [field('dateFrom', `${from}T00:00:00.000`), field('dateTo', `${to}T23:59:59.000`)];
  const number = field('pageNum', String(page));
  if (kind === 'awp') return [...span, number];
  return [group('criteria', [field('direction', direction), ...span, field('asc', 'true'), number])];
}

/** What is signed to change the state of an electronic act. */
function awpAction(type: 'CONFIRM' | 'DECLINE' | 'REVOKE', id: string, cause: string | null): string {
  return group('action', [field('actionType', type), field('documentId', id), field('cause', cause)]);
}

function changedOf(reply: XmlElement): EsfChanged {
  if (textOf(reply, 'isChanged') === 'true') return { changed: true };
  return {
    changed: false,
    says: [textOf(reply, 'errorCode'), textOf(reply, 'errorText')].filter(Boolean).join(': '),
  };
}

function takenOf(reply: XmlElement, accepted: string, id_name: string): EsfTaken {
  const [taken] = allOf(reply, accepted);
  const id = taken && textOf(taken, id_name);
  if (id) return { taken: true, id };
  const errors = allOf(reply, 'error').map((error): EsfError => ({
    property: textOf(error, 'property') ?? '',
    code: textOf(error, 'errorCode') ?? '',
    text: textOf(error, 'text') ?? '',
  }));
  if (errors.length === 0) throw new Error('neither taken nor declined');
  return { taken: false, errors };
}

function stateOf(kind: EsfKind, info: XmlElement): EsfState {
  const names = KINDS[kind];
  const [id, status] = [textOf(info, names.id), textOf(info, names.status)];
  if (!id || !status) throw new Error('a paper without its number or state');
  return {
    id,
    status,
    registration_number: textOf(info, 'registrationNumber'),
    reason: textOf(info, 'cancelReason'),
  };
}

function must(reply: XmlElement, name: string): string {
  const text = textOf(reply, name);
  if (!text) throw new Error(`the answer has no ${name}`);
  return text;
}
