import { statfs } from 'node:fs/promises';
import { folderNca } from '../adapters/nca/folder/folder-nca.ts';
import { ok, unknown, wrong, type Finding } from './finding.ts';

const DAY_MS = 86_400_000;
/** As the alert NcaCertificateEnds. */
const ENDS_SOON_DAYS = 30;
const NODE = 24;

/** Below any of the two a disk is about to be full. */
const LEAST_FREE = { bytes: 2 * 2 ** 30, share: 0.05 };

export function lookAtNode(version = process.versions.node): Finding[] {
  const major = Number(version.split('.')[0]);
  if (major < NODE) return [wrong(`This is Node ${version}; ${NODE} is needed. Install it from nodejs.org.`)];
  return [ok(`Node is ${version}.`)];
}

/** Certificates of НУЦ РК that have ended are kept for signatures of their time, so they are no fault. */
export async function lookAtTrust(trust_dir: string | null, now: Date): Promise<Finding[]> {
  if (!trust_dir) return [ok('The sandbox has certificates of its own.')];
  const { trust } = await folderNca(trust_dir);
  const left = [...trust.roots, ...trust.intermediates].map(({ subject, not_after }) => ({
    name: subject.common_name ?? 'without a name',
    days: Math.floor((not_after.getTime() - now.getTime()) / DAY_MS),
  }));
  const update = 'Bring its successor with "npm run trust -- update".';
  if (left.every(({ days }) => days < 0))
    return [wrong(`All certificates of НУЦ РК in ${trust_dir} have ended. ${update}`)];
  const ending = left.filter(({ days }) => days >= 0 && days < ENDS_SOON_DAYS);
  if (ending.length === 0)
    return [ok(`${trust.roots.length} roots of НУЦ РК are trusted, and no certificate ends within a month.`)];
  return ending.map(({ name, days }) =>
    wrong(`The certificate «${name}» of НУЦ РК ends in ${days} days. ${update}`),
  );
}

/** @param what for people: what lies in the folder */
export async function lookAtSpace(what: string, folder: string, least = LEAST_FREE): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, share] = [bavail * bsize, blocks === 0 ? 1 : bavail / blocks];
  const says = `${gigabytes(free)} (${Math.round(share * 100)} %) are free for ${what} in ${folder}.`;
  if (free >= least.bytes && share >= least.share) return [ok(says)];
  return [wrong(`Only ${says} Make room or give it a larger disk: when it is full nothing can be saved.`)];
}

export const spaceOfTheirs = (what: string): Finding =>
  unknown(`The disk of ${what} cannot be seen from here; watch its free space there.`);

const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GB`;
