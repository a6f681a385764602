import { PassThrough, type Readable } from 'node:stream';
import yazl from 'yazl';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findSignedFile, listSignaturesOfFile, type DrawCard } from '../signatures/public.ts';
import { listActDocuments } from './act-documents.queries.ts';
import { findActRow } from './acts.queries.ts';

/**
 * The frozen PDF, the CMS of each signer, the card and the files beside the act in one archive, streamed. What cannot
 * be had is named in a file of its own and holds up nothing else. PDFs and pictures do not shrink, so they are stored.
 */
export async function zipAct(
  parts: Parts,
  drawCard: DrawCard,
  actor: CompanyActor,
  act_id: number,
  locale: Locale,
): Promise<{ bytes: Readable; name: string }> {
  const act = orNotFound(await findActRow(parts.db, actor, act_id));
  const file =
    act.frozen_file_id === null ? null : await findSignedFile(parts.db, act.company_id, act.frozen_file_id);
  if (!file) throw new Problem('act.no_file');
  const [taken, documents] = await Promise.all([
    listSignaturesOfFile(parts.db, file),
    listActDocuments(parts.db, { company_id: act.company_id, act_id }),
  ]);
  const signatures = taken.filter((one) => one.is_current);
  const name = `act-${act.number}-${act.year}`;
  const words = { ru, kz }[locale].archive;
  const missing: string[] = [];
  const zip = new yazl.ZipFile();
  const put = async (as: string, read: () => Promise<Uint8Array>) => {
    try {
      zip.addBuffer(Buffer.from(await read()), as, { compress: false });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      missing.push(`${as}: ${problemText(error.code, locale, error.detail)}`);
    }
  };
  await put(`${name}.pdf`, () => readFileOf(parts.store, file));
  for (const signature of signatures) zip.addBuffer(signature.cms, `${name}-${signature.side}.cms`);
  if (signatures.length > 0)
    await put(`${name}-card.pdf`, async () => (await drawCard(file, signatures)).bytes);
  for (const document of documents)
    await put(`${words.folder}/${document.title}`, () => readFileOf(parts.store, document));
  if (missing.length > 0)
    zip.addBuffer(Buffer.from([words.missing, ...missing, ''].join('\r\n')), `${words.missing_file}.txt`);
  zip.end();
  return { bytes: zip.outputStream.pipe(new PassThrough()), name: `${name}.zip` };
}
