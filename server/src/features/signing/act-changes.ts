import {
  ACT_FACTS,
  type ActChanges,
  type ActVersion,
} from '@kelisim/shared/features/acts/act-changes.contract.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { compareLines, readVersions } from '../acts/public.ts';
import { reckonAct } from '../bookkeeping/public.ts';

type Versions = NonNullable<Awaited<ReturnType<typeof readVersions>>>;

/** In what an act differs from what was sent before, with what would be withheld of either. */
export async function readActChanges(
  parts: Parts,
  actor: CompanyActor,
  act_id: number,
): Promise<ActChanges | null> {
  const versions = await readVersions(parts, actor, act_id);
  if (!versions) return null;
  // What is withheld of a person is known to that person and to who pays them.
  const reckons = mayDo(actor, 'pay') && ![versions.before, versions.after].some(refunds);
  const before = await versionOf(parts, versions.act, versions.before, reckons);
  const after = await versionOf(parts, versions.act, versions.after, reckons);
  return {
    before,
    after,
    facts: ACT_FACTS.filter((fact) => shown(before, fact) !== shown(after, fact)),
    lines: compareLines(versions.before.paper.services, versions.after.paper.services),
  };
}

function shown(version: ActVersion, fact: (typeof ACT_FACTS)[number]): string {
  return JSON.stringify(fact === 'period' ? [version.start_date, version.end_date] : version[fact]);
}

const EXPENSES = [ru, kz].map(({ line_kind }) => `${line_kind.expense}: `);

/** A paper names its expenses, but not which of them are income: what was withheld of it is not known (0159). */
const refunds = ({ paper }: Versions['before']) =>
  paper.services.some(({ name }) => EXPENSES.some((words) => name.startsWith(words)));

async function versionOf(
  parts: Parts,
  act: Versions['act'],
  { paper: { services: _lines, ...paper }, sent_at }: Versions['before'],
  reckons: boolean,
): Promise<ActVersion> {
  const amount_tiyn = parseMoney(paper.total) ?? 0n;
  const reckoned = reckons
    ? await reckonAct(parts, parts.db, { ...act, amount_tiyn, refunded_tiyn: 0n })
    : undefined;
  const kept = reckoned?.waits === null ? reckoned.parts : null;
  const withheld = kept && kept.gross_tiyn - kept.net_tiyn;
  return {
    ...paper,
    sent_at: sent_at?.toISOString() ?? null,
    withheld: withheld ? formatMoney(withheld) : null,
    net: withheld ? formatMoney(kept.net_tiyn) : null,
  };
}
