import { parseXml, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { hasRow } from '../../../platform/db/has-row.ts';
import { idOf } from '../../../platform/db/id-of.ts';
import { field, group } from '../../../platform/xml.ts';
import { allOf, textOf } from '../kgd/soap.ts';
import type { EsfKind } from '../esf.ts';
import { isSignedBy, judgeUpload } from './judge-upload.ts';
import { Fault, type SandboxEsfOptions } from './sandbox-sessions.ts';

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

/** Invoices and acts of the sandbox ИС ЭСФ: what is taken, registered, shown and changed. */
export function sandboxPapers(
  { db, nca, now }: SandboxEsfOptions,
  tinOf: (request: XmlElement) => Promise<string>,
) {
  return { upload, query, queryById, revokeInvoice, changeAwp };

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
