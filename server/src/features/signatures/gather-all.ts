import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import { whatIsAway } from '../../platform/away.ts';
import type { BulkItem } from '../../platform/jobs/run-kind.ts';
import type { Parts } from '../../parts.ts';
import { digestOfValue, gatherEvidence, valueOf, type Evidence } from './gather-evidence.ts';
import type { FileDigests } from './judge-signature.ts';
import { listFrozenDigests, listKnownValues } from './signatures.queries.ts';

type Gathering = Pick<Parts, 'nca' | 'clock' | 'log'>;

/** So many questions to the services at once; one machine of a signing company asks a thousand times. */
const AT_ONCE = 8;

/**
 * Evidence for signatures over acts or contracts, in their order; null where there is no frozen file to hold one
 * against. Two queries for all of them, and none inside a transaction: nothing is locked while services are asked.
 */
export async function gatherAll(
  parts: Gathering & Pick<Parts, 'db'>,
  doc_type: 'act' | 'document',
  given: readonly { id: number; cms: Buffer }[],
): Promise<(Evidence | null)[]> {
  if (given.length === 0) return [];
  const values = given.map(({ cms }) => valueOf(cms));
  const digests = values.map(digestOfValue);
  const [files, known] = await Promise.all([
    listFrozenDigests(
      parts.db,
      doc_type,
      given.map(({ id }) => id),
    ),
    listKnownValues(parts.db, digests),
  ]);
  const out: (Evidence | null)[] = given.map(() => null);
  const queue = [...given.entries()];
  const hands = Array.from({ length: Math.min(AT_ONCE, queue.length) }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, { id, cms }] = next;
      const file = files.get(id);
      // A repeat is recognised by its value alone; a replay is refused by it.
      const repeated = known.has(digests[at]!.toString('hex'));
      if (file) out[at] = await gatherOne(parts, cms, file, !repeated, values[at]!);
    }
  });
  await Promise.all(hands);
  return out;
}

/** What nobody foresaw fails this signature alone, and a run goes on; while something is away it waits. */
async function gatherOne(
  { nca, clock, log }: Gathering,
  cms: Buffer,
  file: FileDigests & { id: number },
  ask: boolean,
  value: Uint8Array,
): Promise<Evidence> {
  try {
    return await gatherEvidence(nca, cms, file, clock.now(), ask, value);
  } catch (error) {
    if (whatIsAway(error)) throw error;
    log.error({ event: 'signature.not_judged', error: (error as Error).stack });
    return {
      file_id: file.id,
      value_digest: digestOfValue(value),
      problem: new Problem('internal'),
      cms,
      signer: null,
      revocation_source: null,
      lists: [],
      missing: [],
    };
  }
}

export type RunEvidence = Evidence | null;

/** What the row of a signing keeps: its signature as base64 and, from a phone, the file that was shown there. */
const signedRow = z.object({ cms: z.string(), file_id: z.int().nullish() });
/** A signature that is taken stands in `signatures`; the row needs no copy of it. */
export const SIGNED_ROW_USES_UP = ['cms'] as const;
const signingRun = z.object({ means: z.string().default('key_file') });

/** Returns by what means a row of a signing was signed, and which file its signer saw. */
export function readSigning({ payload, params }: BulkItem): {
  means: string;
  shown_file_id: number | undefined;
} {
  const { file_id } = signedRow.parse(payload);
  return { ...signingRun.parse(params), shown_file_id: file_id ?? undefined };
}

/** The same for the rows of a run. */
export async function gatherForRun(
  parts: Gathering & Pick<Parts, 'db'>,
  doc_type: 'act' | 'document',
  items: readonly BulkItem[],
): Promise<RunEvidence[]> {
  const given = items.map(({ subject_id, payload }) => ({
    id: subject_id ?? 0,
    cms: Buffer.from(signedRow.parse(payload).cms, 'base64'),
  }));
  return gatherAll(parts, doc_type, given);
}
