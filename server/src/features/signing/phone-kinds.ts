import { createHash } from 'node:crypto';
import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import type { ProblemDetail } from '@kelisim/shared/kernel/problem.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { findActRow, prepareAct } from '../acts/public.ts';
import { findActorOfRun } from '../auth/public.ts';
import { findDocumentRow, prepareDocument } from '../documents/public.ts';
import { listRunRows } from '../jobs/public.ts';
import type {
  AwaitedItem,
  NewQrItem,
  QrDocumentKind,
  QrKind,
  QrOwner,
  TakenItem,
} from '../qr-signing/public.ts';
import { listAwaitedBy, listSignedBy, type AwaitedRow } from '../signatures/public.ts';
import { getCompany } from '../../platform/db/get-company.ts';

/** A phone that waits longer than this asks again; the run goes on without it. */
const WAIT_MS = 20_000;

interface Paper {
  doc_type: 'act' | 'document';
  run: RunKind;
  path: string;
  description: { ru: string; kz: string; en: string };
  prepare(tx: Tx, actor: CompanyActor, id: number): Promise<ToSign>;
  /** Number and names of a paper that `prepare` has admitted. */
  name(tx: Tx, actor: CompanyActor, id: number): Promise<{ number: string; names: NewQrItem['names'] }>;
}

/** Acts and contracts as things that a phone may sign: through the same deeds as every other signature. */
export function phoneKinds(parts: Parts): [act: QrDocumentKind, document: QrDocumentKind] {
  return [phoneKind(parts, act), phoneKind(parts, document)];
}

const act: Paper = {
  doc_type: 'act',
  run: 'acts.sign',
  path: 'acts',
  description: { ru: 'Подписание актов', kz: 'Актілерге қол қою', en: 'Signing of acts' },
  prepare: prepareAct,
  async name(tx, actor, id) {
    const row = (await findActRow(tx, actor, id))!;
    const number = `${row.number}/${row.year}`;
    const names = {
      ru: `Акт № ${number}. ${row.title}`,
      kz: `№ ${number} акт. ${row.title}`,
      en: `Act No. ${number}. ${row.title}`,
    };
    return { number, names };
  },
};

const document: Paper = {
  doc_type: 'document',
  run: 'documents.sign',
  path: 'contracts',
  description: { ru: 'Подписание договоров', kz: 'Шарттарға қол қою', en: 'Signing of contracts' },
  prepare: prepareDocument,
  async name(tx, actor, id) {
    const { number, title } = (await findDocumentRow(tx, actor, id))!;
    return { number: String(number), names: { ru: title, kz: title, en: title } };
  },
};

function phoneKind(parts: Parts, paper: Paper): QrDocumentKind {
  const { db, config } = parts;
  return {
    doc_type: paper.doc_type,
    async gather(actor, ids) {
      const items: NewQrItem[] = [];
      for (const id of ids) items.push(await db.transaction().execute((tx) => toItem(tx, paper, actor, id)));
      const { name, bin } = await getCompany(db, actor.company_id, ['name', 'bin']);
      const list = `${config.public_url}/lk/${actor.role}/${paper.path}`;
      return {
        doc_type: paper.doc_type,
        organisation: { ru: name, kz: name, en: name, bin },
        description: paper.description,
        back_url: ids.length === 1 ? `${list}/${ids[0]}` : list,
        items,
      };
    },
    async check(owner, items) {
      await db.transaction().execute(async (tx) => {
        const actor = await actorOf(tx, owner);
        for (const { subject_id, file_id } of items) {
          const now = await paper.prepare(tx, actor, subject_id!).catch(asMoved);
          if (now.file.file_id !== file_id) throw new Problem('signature.other_version');
        }
      });
    },
    listSigned: (actor, ids) =>
      listSignedBy(db, { company_id: actor.company_id, side: actor.role }, paper.doc_type, ids),
    async listAwaited(actor, ids) {
      const by = { company_id: actor.company_id, side: actor.role };
      const rows = await listAwaitedBy(db, by, paper.doc_type, ids);
      return new Map(rows.map((row) => [row.subject_id, toAwaitedItem(row)]));
    },
    take: (batch) => takeBatch(parts, paper, batch),
  };
}

function toAwaitedItem({ state, code, detail }: AwaitedRow): AwaitedItem {
  if (state === 'waiting') return { state };
  return { state: 'refused', code: code as ProblemCode, detail: detail as ProblemDetail | null };
}

async function toItem(tx: Tx, paper: Paper, actor: CompanyActor, id: number): Promise<NewQrItem> {
  const { party, amount, file } = await paper.prepare(tx, actor, id);
  const { number, names } = await paper.name(tx, actor, id);
  return {
    subject_id: id,
    file_id: file.file_id,
    content: null,
    sign_method: 'CMS_SIGN_ONLY',
    names,
    meta: [
      { key: 'number', value: number },
      { key: 'party', value: party },
      ...(amount === null ? [] : [{ key: 'amount' as const, value: shownAmount(amount) }]),
    ],
  };
}

/** `1234567.80` → `1 234 567,80 ₸`, as documents write it in both languages. */
function shownAmount(amount: string): string {
  const [whole = '', tiyn] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${tiyn}\u00a0₸`;
}

/** A paper that the user saw and no longer can was recalled; to them that is a change, not an unknown paper. */
function asMoved(error: unknown): never {
  if (error instanceof Problem && error.code === 'not_found') throw new Problem('signature.other_version');
  throw error;
}

/** The rights of this moment: who has left the company since the code was shown signs nothing more. */
function actorOf(tx: Tx, owner: QrOwner | null): Promise<CompanyActor> {
  if (!owner) throw new Problem('forbidden');
  return findActorOfRun(tx, owner, 'sign');
}

async function takeBatch(
  parts: Parts,
  paper: Paper,
  batch: Parameters<QrKind['take']>[0],
): Promise<TakenItem[]> {
  const { owner, items, ip } = batch;
  if (!owner) throw new Problem('forbidden');
  const run_id = await parts.bulk.start({
    ...owner,
    ip,
    kind: paper.run,
    idempotency_key: batch.key,
    request_hash: createHash('sha256').update(paper.run).update(batch.payload_hash).digest(),
    params: { means: batch.means },
    items: items.map(({ subject_id, file_id, signature }) => ({
      subject_id,
      payload: { cms: signature.toString('base64'), file_id },
    })),
  });
  await parts.bulk.wait(run_id, WAIT_MS);
  const rows = await listRunRows(parts.db, run_id, { page: 1, limit: items.length });
  return rows.map((row) => ({
    position: row.position,
    status: row.status as TakenItem['status'],
    code: row.code === 'not_found' ? 'signature.other_version' : row.code,
    detail: row.detail as ProblemDetail | null,
  }));
}
