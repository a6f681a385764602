import { signCms } from '@kelisim/eds/cms/sign.ts';
import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import {
  SIGNERS,
  type SignerCertificate,
  type SigningMeans,
  type StandRow,
  type StandSigner,
} from '@kelisim/shared/features/sandbox/stand.contract.ts';
import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import type { CompanyActor } from '../../../platform/actor.ts';
import type { Parts } from '../../../parts.ts';
import { inventIin, issueKeyTo, type IssueKey } from '../issue-key.ts';
import { giveKeys } from '../member-keys.ts';
import { addRevocation } from '../sandbox-nca.queries.ts';
import {
  contextOf,
  directorOf,
  executorOf,
  groupPapers,
  missingRows,
  refusedRow,
  type Deeds,
  type Group,
  type Papers,
  type StandContext,
} from './as-person.ts';
import { signByPhone } from './sign-by-phone.ts';
import { findMember, findSigningKey } from './stand.queries.ts';

export interface Stand {
  parts: Parts;
  issue: IssueKey;
  deeds: Deeds;
}
type Asked = StandContext & {
  input: {
    body: Papers & {
      by?: StandSigner[] | undefined;
      certificate?: SignerCertificate | undefined;
      means?: SigningMeans | undefined;
    };
  };
};

const MINUTE_MS = 60_000;

/** Each signer signs all of their papers in one gesture, as at the pages; what is refused is said by row. */
export async function signAsPeople(stand: Stand, context: Asked): Promise<{ items: StandRow[] }> {
  const { by = SIGNERS, certificate = 'valid', means = 'key', ...papers } = context.input.body;
  const { groups, missing } = await groupPapers(stand.parts, context.actor.company_id, papers);
  const signers = SIGNERS.filter((one) => by.includes(one));
  const items = missingRows(missing, by.includes('executor') ? 'executor' : 'company', context);
  for (const signer of signers)
    for (const group of groups) {
      const actor =
        signer === 'executor'
          ? await executorOf(stand.parts, group.company_id)
          : await directorOf(stand.parts, context.actor);
      items.push(
        ...(await signGroup(stand, context, actor, { ...group, by: signer }, { certificate, means })),
      );
    }
  return { items };
}

async function signGroup(
  stand: Stand,
  context: Asked,
  actor: CompanyActor,
  { kind, ids, by, company_id }: Group,
  { certificate, means }: { certificate: SignerCertificate; means: SigningMeans },
): Promise<StandRow[]> {
  const { parts, deeds } = stand;
  const doc_type = kind === 'act' ? ('act' as const) : ('document' as const);
  const prepared = await deeds['signing.prepare'](
    contextOf(context, actor, 'prepare', { body: { doc_type, ids } }),
  );
  const refused = prepared.refused.map(({ id, code, message }) => ({
    kind,
    id,
    by,
    status: 'failed' as const,
    code,
    message,
  }));
  if (prepared.items.length === 0) return refused;
  const signer = await openKey(await keyFor(stand, actor, certificate));
  if (means === 'phone') {
    const group = { kind, by, company_id, ids: prepared.items.map(({ id }) => id) };
    const sign = async (content: Uint8Array) => {
      const { primitives } = parts.nca;
      const cms = await signCms({ content, ...signer, signing_time: parts.clock.now(), primitives });
      return Buffer.from(cms).toString('base64');
    };
    return [...refused, ...(await signByPhone(deeds, context, actor, group, sign))];
  }
  const signatures = await Promise.all(
    prepared.items.map(async ({ id, file }) => {
      const cms = await signCms({
        digest: {
          sha256: Buffer.from(file.sha256, 'hex'),
          streebog512: Buffer.from(file.streebog512, 'hex'),
        },
        ...signer,
        signing_time: parts.clock.now(),
        primitives: parts.nca.primitives,
      });
      return { id, cms: Buffer.from(cms).toString('base64') };
    }),
  );
  // The director signs a group per executor: equal requests would be taken for a repeat of the first.
  const what = `sign ${kind} ${by} ${company_id}`;
  try {
    const { items } =
      kind === 'act'
        ? await deeds['acts.sign'](
            contextOf(context, actor, what, {
              body: { signatures: signatures.map(({ id, cms }) => ({ act_id: id, cms })) },
            }),
          )
        : await deeds['documents.sign'](
            contextOf(context, actor, what, {
              body: { signatures: signatures.map(({ id, cms }) => ({ document_id: id, cms })) },
            }),
          );
    return [
      ...refused,
      ...items.map(({ act_id, status, code, message }) => ({ kind, id: act_id, by, status, code, message })),
    ];
  } catch (error) {
    return [...refused, ...signatures.map(({ id }) => refusedRow({ kind, id, by }, error, context))];
  }
}

interface KeyFile {
  pkcs12: Buffer;
  password: string;
}

/** Their own key, or one of the kind that НУЦ or the platform refuses. */
async function keyFor(
  { parts, issue }: Stand,
  { user_id, company_id }: CompanyActor,
  certificate: SignerCertificate,
): Promise<KeyFile> {
  const { db, clock } = parts;
  if (certificate === 'valid') {
    await giveKeys({ db, clock, issue }, { user_id, company_id });
    return findSigningKey(db, user_id, company_id);
  }
  const member = await findMember(db, company_id);
  const is_stranger = certificate === 'stranger';
  const organization = !is_stranger && isBin(member.bin) ? { name: member.company, bin: member.bin } : null;
  const made = await issueKeyTo(
    { issue, clock },
    {
      iin: is_stranger ? inventIin(`stranger ${member.bin}`) : (member.iin ?? member.bin),
      full_name: member.full_name,
      organization,
      rights: organization ? ['organisation', 'head'] : ['person'],
      ...(certificate === 'expired' && { lasts_ms: -MINUTE_MS }),
    },
  );
  if (certificate === 'revoked') {
    const revoked_at = new Date(clock.now().getTime() - MINUTE_MS);
    await addRevocation(db, {
      algorithm: 'gost512',
      serial: made.serial,
      reason: 'key_compromise',
      revoked_at,
    });
  }
  return made;
}

/** The key with which they sign everything that is not meant to be refused. */
export const openOwnKey = async (stand: Stand, actor: CompanyActor) =>
  openKey(await keyFor(stand, actor, 'valid'));

async function openKey({ pkcs12, password }: KeyFile) {
  const opened = await openPkcs12(pkcs12, password);
  const [own] = opened.status === 'ok' ? opened.keys : [];
  if (!own) throw new Error('a key of the sandbox does not open with its own password');
  return own;
}
