import type { TestApp } from './make-app.ts';
import { actBody, makeDeal, makeDraftContract, makeSentActs, makeSignedActs, type Deal } from './papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from './people.ts';

/** A company with its people and things, every text of which carries its mark. */
export interface World extends Deal {
  mark: string;
  director: Person;
  /** Of the company, without a single right. */
  employee: Person;
  worker: Person;
  /** A thing of that kind to look at, always the same. */
  see(kind: Stock): number;
  /** A thing of that kind which nobody has had before. */
  take(kind: Stock): number;
}

/** How many of each the every-call test uses up. */
const STOCK = { draft: 12, sent: 21, signed: 24, asked_by_executor: 3, draft_contract: 12, sent_contract: 9 };
export type Stock = keyof typeof STOCK;

/** Two companies that know nothing of each other, each with an executor of its own. */
export async function makeTwoWorlds(app: TestApp): Promise<{ a: World; b: World }> {
  return { a: await makeWorld(app, 'МЕТКА-АЛМА'), b: await makeWorld(app, 'МЕТКА-БАЛА') };
}

export async function makeWorld(app: TestApp, mark: string): Promise<World> {
  const company = await makeCompany(app, { name: `ТОО ${mark}`, algorithm: 'rsa' });
  const employee = await makeEmployee(app, company, []);
  const executor = await makeExecutor(app, company, { name: `ИП ${mark}`, algorithm: 'rsa' });
  const deal = await makeDeal(app, company, executor);
  const words = { title: `Акт ${mark}`, additional_info: `Примечание ${mark}` };
  const stock = {
    draft: await makeDrafts(app, deal, STOCK.draft, words),
    sent: await makeSentActs(app, deal, STOCK.sent, words),
    signed: await makeSignedActs(app, deal, STOCK.signed, words),
    asked_by_executor: await makeSignedActs(app, deal, STOCK.asked_by_executor, words),
    draft_contract: [] as number[],
    sent_contract: [] as number[],
  };
  for (const act_id of stock.asked_by_executor)
    await app.ok('acts.annul', executor.person, { params: { act_id }, body: { reason: mark } });
  for (const kind of ['draft_contract', 'sent_contract'] as const) {
    for (let i = 0; i < STOCK[kind]; i++) {
      const doc_id = await makeDraftContract(app, company, executor, { title: `Договор ${mark}` });
      if (kind === 'sent_contract') await app.ok('documents.send', company.director, { params: { doc_id } });
      stock[kind].push(doc_id);
    }
  }
  return {
    ...deal,
    mark,
    director: company.director,
    employee,
    worker: executor.person,
    see: (kind) => stock[kind][0]!,
    take(kind) {
      const id = stock[kind].pop()!;
      if (stock[kind].length === 0) throw new Error(`the stock of ${kind} is used up; make more of it`);
      return id;
    },
  };
}

async function makeDrafts(
  app: TestApp,
  deal: Deal,
  count: number,
  words: { title: string; additional_info: string },
): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const act = await app.ok('acts.create', deal.company.director, { body: actBody(deal, words) });
    ids.push(act.id);
  }
  return ids;
}
