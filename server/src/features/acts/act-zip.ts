import { PassThrough, type Readable } from 'node:stream';
import yazl from 'yazl';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { listCurrentSignatures } from '../signatures/public.ts';
import { findActRow, findFrozenFile } from './acts.queries.ts';

/** The frozen PDF and the CMS of each signer in one archive, streamed. PDFs do not shrink, so they are stored. */
export async function zipAct(
  parts: Parts,
  actor: CompanyActor,
  act_id: number,
): Promise<{ bytes: Readable; name: string }> {
  const act = await findActRow(parts.db, actor, act_id);
  if (!act) throw new Problem('not_found');
  const file =
    act.frozen_file_id === null ? null : await findFrozenFile(parts.db, act.company_id, act.frozen_file_id);
  if (!file) throw new Problem('act.no_file');
  const pdf = await readFileOf(parts.store, file);
  const signatures = await listCurrentSignatures(parts.db, { company_id: act.company_id, act_id });
  const name = `act-${act.number}-${act.year}`;
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(pdf), `${name}.pdf`, { compress: false });
  for (const signature of signatures) zip.addBuffer(signature.cms, `${name}-${signature.side}.cms`);
  zip.end();
  return { bytes: zip.outputStream.pipe(new PassThrough()), name: `${name}.zip` };
}
