import { readableAct, type ReadableAct } from '@kelisim/shared/features/acts/readable-act.contract.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { isStillChanging } from './act-file.ts';
import { findEarlierFile } from './act-history.queries.ts';
import { ACT_JSON } from './act-json.ts';
import { readChangingAct } from './act-paper.ts';
import { findSignedFile } from '../signatures/public.ts';
import { findActRow, type ActRow } from './acts.queries.ts';

interface Version {
  paper: ReadableAct;
  /** Null of what was not sent. */
  sent_at: Date | null;
}

/** The paper that was sent before the one this actor now sees, or before what the company makes of it. */
export function findPaperBefore(db: Handle, actor: CompanyActor, act: ActRow) {
  return findEarlierFile(db, act, isStillChanging(actor, act) ? null : act.frozen_file_id);
}

/** An act now and as it was sent before; null where it was not, or its paper was made before papers had data inside. */
export async function readVersions(
  parts: Pick<Parts, 'config' | 'db' | 'pdf' | 'store'>,
  actor: CompanyActor,
  act_id: number,
): Promise<{ act: ActRow; before: Version; after: Version } | null> {
  const act = orNotFound(await findActRow(parts.db, actor, act_id));
  const earlier = await findPaperBefore(parts.db, actor, act);
  if (!earlier) return null;
  const [before, after] = await Promise.all([
    readSent(parts, earlier),
    isStillChanging(actor, act)
      ? readChangingAct(parts, parts.db, act).then((paper) => ({ paper, sent_at: null }))
      : findSignedFile(parts.db, act.company_id, act.frozen_file_id ?? 0).then((file) =>
          readSent(parts, file),
        ),
  ]);
  return before && after && { act, before, after };
}

type FileRow = NonNullable<Awaited<ReturnType<typeof findSignedFile>>>;

async function readSent(
  { pdf, store }: Pick<Parts, 'pdf' | 'store'>,
  file: FileRow | undefined,
): Promise<Version | null> {
  if (!file) return null;
  const inside = await pdf.files.read(await readFileOf(store, file));
  const data = inside?.find(({ name }) => name === ACT_JSON);
  if (!data) return null;
  const paper = readableAct.parse(JSON.parse(Buffer.from(data.bytes).toString('utf8')));
  return { paper, sent_at: file.created_at };
}
