import { SCOPES } from '@kelisim/shared/kernel/scopes.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { limitCall } from '../../../platform/call-limit.ts';
import type { Handlers } from '../../../platform/http/bind-calls.ts';
import { networkOf } from '../../../platform/network-of.ts';
import type { Parts } from '../../../parts.ts';
import { countLiving, makeKey, moveKey } from '../../api-keys/public.ts';
import { findActorOfRun } from '../../auth/public.ts';
import type { IssueKey } from '../issue-key.ts';
import { invoiceAsExecutor } from './invoice-as-executor.ts';
import { makeTestCompany } from './make-test-company.ts';
import { payAsDirector } from './pay-as-director.ts';
import { refuseAsExecutor } from './refuse-as-executor.ts';
import { signAsPeople } from './sign-as-people.ts';
import { closeCompany, holdIfMade } from './stand.queries.ts';
import type { Deeds } from './as-person.ts';

type Names = Extract<keyof Handlers, `sandbox.${'begin' | 'reset' | 'sign' | 'refuse' | 'pay' | 'invoice'}`>;

/** Companies that one network may make in an hour: a suite of tests may make one for each of its tests. */
const MOST_AN_HOUR = { own: 300, public: 60 };
/** And all networks together in a day, where strangers come: what was signed is never deleted. */
const MOST_A_DAY = 3_000;

/** @param deeds calls that people make; the stand makes them in their place */
export function standRoutes(parts: Parts, issue: IssueKey | null, deeds: () => Deeds): Pick<Handlers, Names> {
  const { db, config } = parts;
  const limitMaking = async (ip: string) => {
    const most = MOST_AN_HOUR[config.stand ? 'public' : 'own'];
    await limitCall(db, { what: `stand ${networkOf(ip)}`, most, window_s: 3600 });
    if (config.stand) await limitCall(db, { what: 'stand', most: MOST_A_DAY, window_s: 86_400 });
  };
  const mustIssue = () => {
    if (!issue) throw new Problem('not_found');
    return { parts, issue, deeds: deeds() };
  };
  return {
    'sandbox.begin': async ({ input, ip }) => {
      await limitMaking(ip);
      const { director_id, answer } = await db
        .transaction()
        .execute((tx) => makeTestCompany(parts, tx, input.body));
      const director = await db
        .transaction()
        .execute((tx) =>
          findActorOfRun(tx, { user_id: director_id, company_id: answer.company.id, session_id: null }),
        );
      const { key } = await makeKey(parts, { ...director, ip }, { name: 'Sandbox', scopes: [...SCOPES] });
      return { ...answer, key };
    },
    'sandbox.reset': async ({ input, actor, ip }) => {
      const { key } = actor;
      if (!key) throw new Problem('not_found');
      if (config.stand) await limitMaking(ip);
      return db.transaction().execute(async (tx) => {
        const { director_id, answer } = await makeTestCompany(parts, tx, input.body);
        await moveKey(tx, key.id, { company_id: answer.company.id, made_by: director_id });
        const { company_id } = actor;
        if ((await holdIfMade(tx, company_id)) && (await countLiving(tx, company_id)) === 0)
          await closeCompany(tx, company_id);
        return answer;
      });
    },
    'sandbox.sign': (context) => signAsPeople(mustIssue(), context),
    'sandbox.refuse': (context) => refuseAsExecutor(parts, deeds(), context),
    'sandbox.invoice': (context) => invoiceAsExecutor(mustIssue(), context),
    'sandbox.pay': (context) => payAsDirector(parts, deeds(), context),
  };
}
