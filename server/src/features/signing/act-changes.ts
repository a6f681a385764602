import {
  ACT_FACTS,
  type ActChanges,
  type ActVersion,
} from '@kelisim/shared/features/acts/act-changes.contract.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { compareLines, readVersions } from '../acts/public.ts';
import { reckonWholeAct } from '../bookkeeping/public.ts';

type Versions = NonNullable<Awaited<ReturnType<typeof readVersions>>>;

/** In what an act differs from what was sent before, with what would be withheld of either. */
export async function readActChanges(
  parts: Parts,
  actor: CompanyActor,
  act_id: number,
): Promise<ActChanges | null> {
  const versions = await readVersions(parts, actor, act_id);
  if (!versions) return null;
  const before = await versionOf(parts, actor, versions.act, versions.before);
  const after = await versionOf(parts, actor, versions.act, versions.after);
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

async function versionOf(
  parts: Parts,
  actor: CompanyActor,
  act: Versions['act'],
  { paper: { services: _lines, ...paper }, sent_at }: Versions['before'],
): Promise<ActVersion> {
  // What is withheld of a person is known to that person and to who pays them.
  const reckoned = mayDo(actor, 'pay')
    ? await reckonWholeAct(parts, parts.db, { ...act, amount_tiyn: parseMoney(paper.total) ?? 0n })
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
