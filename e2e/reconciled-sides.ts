import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import type {
  ReconciliationSummary,
  ReconciliationView,
} from '../shared/src/features/reconciliations/reconciliations.contract.ts';
import { callsOf } from './acts.ts';
import { people } from './people.ts';
import { signDigest, type Digests, type TestKey } from './signing.ts';

interface Period {
  date_from: string;
  date_to: string;
}

export interface ReconciledSide {
  email: string;
  name: string;
  period: Period;
}

type Calls = Awaited<ReturnType<typeof callsOf>>;

/** Each person with cookies of their own. */
async function as<T>(browser: Browser, email: string, deed: (calls: Calls) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    return await deed(await callsOf(context.request, email));
  } finally {
    await context.close();
  }
}

/**
 * The company and so many of its executors as have something to reconcile in the period, in the order of its list. Those
 * of the demo data; a product that was filled with more tells in E2E_SIDES who they are.
 */
export async function findSides(
  browser: Browser,
  count: number,
  period: Period,
): Promise<{ director: string; sides: ReconciledSide[] }> {
  const filled = process.env.E2E_SIDES
    ? (JSON.parse(process.env.E2E_SIDES) as { director: string; executors: Record<string, string> })
    : null;
  const director = filled?.director ?? people.director;
  const parties: { executor: { name: string; bin: string } }[] = [];
  await as(browser, director, async ({ get }) => {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({ ...period, limit: '100', page: String(page) });
      const list = await get<{ items: typeof parties; pages: number }>(`reconciliations/parties?${query}`);
      pages = list.pages;
      parties.push(...list.items);
    }
  });
  const executors =
    filled?.executors ??
    (await findDemo(browser, new Set(parties.map(({ executor }) => executor.bin)), count));
  const sides = parties.flatMap(({ executor: { name, bin } }) =>
    executors[bin] ? [{ email: executors[bin], name, period }] : [],
  );
  expect(sides.length, 'counterparties of the period').toBeGreaterThanOrEqual(count);
  return { director, sides: sides.slice(0, count) };
}

/** E-mails of so many executors of the demo data by their ИИН. */
async function findDemo(
  browser: Browser,
  wanted: ReadonlySet<string>,
  count: number,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let n = 1; Object.keys(found).length < count; n += 1) {
    const email = `executor${n}@demo.example`;
    const bin = await as(browser, email, async ({ get }) => (await get<{ bin: string }>('company')).bin);
    if (wanted.has(bin)) found[bin] = email;
  }
  return found;
}

/** The act of that period which stands at that side. */
export async function findAct({ get }: Calls, { period }: ReconciledSide): Promise<ReconciliationSummary> {
  const { items } = await get<{ items: ReconciliationSummary[] }>('reconciliations?limit=100');
  return items.find(
    ({ date_from, date_to }) => date_from === period.date_from && date_to === period.date_to,
  )!;
}

/** Agrees with everything beside the screens, or has the opening balance otherwise. */
export const answerBySelf = (browser: Browser, side: ReconciledSide, opening: string | null) =>
  as(browser, side.email, async (calls) => {
    const { id } = await findAct(calls, side);
    await calls.post<ReconciliationView>(`reconciliations/${id}/answer`, opening === null ? {} : { opening });
  });

/** Signs the paper beside the screens with the own test key. */
export const signBySelf = (browser: Browser, side: ReconciledSide) =>
  as(browser, side.email, async (calls) => {
    const { document } = await findAct(calls, side);
    const { file } = await calls.get<{ file: Digests }>(`doc/documents/${document!.id}`);
    const [key] = await calls.get<TestKey[]>('sandbox/keys');
    const cms = await signDigest(key!, file);
    const signed = await calls.post<{ signed_count: number }>('doc/documents/sign', {
      signatures: [{ document_id: document!.id, cms }],
    });
    expect(signed.signed_count).toBe(1);
  });
