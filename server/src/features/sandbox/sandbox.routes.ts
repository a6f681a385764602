import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/sandbox.ts';
import ru from '@kelisim/shared/texts/ru/sandbox.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { issueKeys, type IssueKey } from './issue-key.ts';
import { giveKeys } from './member-keys.ts';
import type { NcaLayerDouble } from './ncalayer/nca-layer-double.ts';
import type { Membership } from './newcomers.queries.ts';
import { findCode, makeSample, type SampleCompany } from './help-newcomer.ts';
import { phonePeople } from './phone-people.ts';
import { findDemoPerson, listDemoPeople, listKeys } from './sandbox.queries.ts';

/** Everybody of the demo data has this password; the sandbox listens on loopback only. */
export const DEMO_PASSWORD = 'kelisim-demo-2026';

/** The bank of the sandbox says that somebody is its client. */
export type Vouch = (iin: string) => Promise<string>;

type Names =
  | 'sandbox.sign_ins'
  | 'sandbox.keys'
  | 'sandbox.bank_vouch'
  | 'sandbox.issue_keys'
  | 'sandbox.phone_keys'
  | 'sandbox.sample'
  | 'sandbox.code'
  | 'sandbox.ncalayer';

/** Help for trying the product out: who there is to sign in as, and the caller's own test keys. */
export function sandboxRoutes(
  parts: Parts,
  ncalayer: NcaLayerDouble,
  issue: IssueKey | null,
  vouch: Vouch | null,
  sampleCompany: SampleCompany,
): Pick<Handlers, Names> {
  const { db, clock } = parts;
  const give = async (of: Membership) => {
    if (issue) await giveKeys({ db, clock, issue }, of);
  };
  return {
    'sandbox.sample': ({ input }) => makeSample(db, sampleCompany, input.query.kind),
    'sandbox.code': async ({ input }) => ({ code: await findCode(parts, input.query.to) }),
    'sandbox.issue_keys': async ({ input }) => {
      if (!issue) throw new Problem('not_found');
      return await issueKeys({ issue, clock }, input.body);
    },
    'sandbox.bank_vouch': async ({ input }) => {
      const person = await findDemoPerson(db, input.body.email);
      if (!vouch || !person?.iin) throw new Problem('not_found');
      return { assertion: await vouch(person.iin) };
    },
    'sandbox.ncalayer': async ({ actor }) => {
      await give(actor);
      return { address: await ncalayer.addressOf(actor) };
    },
    'sandbox.sign_ins': async ({ locale }) => {
      const rows = await listDemoPeople(db);
      return rows.map((row) => ({
        email: row.email ?? '',
        password: DEMO_PASSWORD,
        name: row.full_name,
        company: row.name,
        role: { ru, kz }[locale].roles[
          row.role_id === 1 ? 'director' : row.role_id === 2 ? 'employee' : 'executor'
        ],
      }));
    },
    'sandbox.phone_keys': phonePeople({ db, clock, issue }),
    'sandbox.keys': async ({ actor }) => {
      await give(actor);
      const rows = await listKeys(db, actor.user_id, actor.company_id);
      return rows.map((row) => ({
        name: row.name,
        algorithm: row.algorithm as 'gost512' | 'rsa',
        file_name: row.file_name,
        password: row.password,
        pkcs12: row.pkcs12.toString('base64'),
      }));
    },
  };
}
