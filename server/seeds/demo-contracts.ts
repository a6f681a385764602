import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { App } from '../src/app.ts';
import { sendDocument } from '../src/features/documents/send-document.ts';
import { signDocument } from '../src/features/documents/sign-document.ts';
import { gatherAll } from '../src/features/signatures/public.ts';
import { uploadDocument } from '../src/features/documents/upload-document.ts';
import { makeContractPress } from './demo-contract.ts';
import type { DemoMembers, Member } from './demo-members.ts';
import { signFrozen } from './demo-signature.ts';
import { sideBySide } from './side-by-side.ts';

export interface DemoContractRow {
  id: number;
  business: number;
  executor: number;
  start_date: string;
  end_date: string;
}

/** A contract for each pair of company and executor, most of them signed by both, and some that wait. */
export async function makeDemoContracts(app: App, members: DemoMembers): Promise<DemoContractRow[]> {
  const press = makeContractPress();
  const today = almatyDate(app.parts.clock.now());
  const rows: DemoContractRow[] = [];
  for (const [e, executor] of members.executors.entries()) {
    for (const b of executor.seed.companies) {
      const business = members.businesses[b]!;
      const start_date = addDays(today, -290 + e);
      const end_date = addDays(today, e === 6 ? 10 : 240);
      const kz = business.language === 'kz';
      const title = kz ? `${executor.name} – қызмет көрсету шарты` : `Договор услуг – ${executor.name}`;
      const pdf = press({
        title,
        language: business.language,
        customer: business,
        executor,
        service: executor.seed.work.service,
        start_date,
        end_date,
      });
      const id = await upload(app, business, { title, executor, pdf, start_date, end_date });
      rows.push({ id, business: b, executor: e, start_date, end_date });
    }
  }
  await sideBySide(rows, (row) =>
    finish(app, members.businesses[row.business]!, members.executors[row.executor]!, row.id, 'signed'),
  );
  await addWaiting(app, members, press, today);
  return rows;
}

type Goal = 'draft' | 'sent' | 'signed_by_executor' | 'signed_by_business' | 'signed';

/** New contracts on their way, so that both cabinets have something to sign. */
async function addWaiting(
  app: App,
  members: DemoMembers,
  press: ReturnType<typeof makeContractPress>,
  today: string,
) {
  const goals: [number, number, Goal][] = [
    [0, 0, 'sent'],
    [0, 4, 'signed_by_business'],
    [0, 7, 'signed_by_executor'],
    [1, 6, 'signed_by_executor'],
    [1, 8, 'sent'],
    [0, 2, 'draft'],
  ];
  for (const [b, e, goal] of goals) {
    const [business, executor] = [members.businesses[b]!, members.executors[e]!];
    const [start_date, end_date] = [today, addDays(today, 365)];
    const title =
      business.language === 'kz'
        ? `${executor.name} – жаңа жылға шарт`
        : `Договор на новый год – ${executor.name}`;
    const service = executor.seed.work.service;
    const pdf = press({
      title,
      language: business.language,
      customer: business,
      executor,
      service,
      start_date,
      end_date,
    });
    const id = await upload(app, business, { title, executor, pdf, start_date, end_date });
    await finish(app, business, executor, id, goal);
  }
}

async function upload(
  app: App,
  business: Member,
  contract: { title: string; executor: Member; pdf: Uint8Array; start_date: string; end_date: string },
): Promise<number> {
  const { title, executor, pdf, start_date, end_date } = contract;
  const source = { pdf, name: `${title}.pdf`, original: null };
  const input = { title, contractor_id: executor.actor.company_id, type_id: 1, start_date, end_date };
  return app.parts.db
    .transaction()
    .execute((tx) => uploadDocument(app.parts, tx, business.actor, input, source));
}

async function finish(app: App, business: Member, executor: Member, id: number, goal: Goal): Promise<void> {
  const { db } = app.parts;
  if (goal === 'draft') return;
  await db.transaction().execute((tx) => sendDocument(app.parts, tx, business.actor, id));
  const signers = {
    sent: [],
    signed_by_executor: [executor],
    signed_by_business: [business],
    signed: [executor, business],
  };
  for (const member of signers[goal]) {
    const row = await db
      .selectFrom('documents as d')
      .innerJoin('files as f', 'f.id', 'd.frozen_file_id')
      .select(['f.sha256', 'f.streebog512'])
      .where('d.id', '=', id)
      .executeTakeFirstOrThrow();
    const cms = await signFrozen(member, row, app.parts.clock.now());
    const [evidence = null] = await gatherAll(app.parts, 'document', [{ id, cms }]);
    await db
      .transaction()
      .execute((tx) => signDocument(tx, member.actor, id, { evidence, means: 'key_file' }));
  }
}
