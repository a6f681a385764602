import { createHash } from 'node:crypto';
import { embedRevocationProof } from '@kelisim/eds/revocation/embed.ts';
import { keptLists } from '@kelisim/eds/revocation/kept-lists.ts';
import type { RevocationAnswer, RevocationPort } from '@kelisim/eds/revocation/port.ts';
import type { NcaTrust } from '../../adapters/nca/nca.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { readLists, listKnown, addList, addLinks, sizeOf } from './kept-lists.queries.ts';

/** A list of the client is one object for hours and a thousand signatures; it is hashed once. */
const digests = new WeakMap<Uint8Array, Buffer>();

function digestOf(list: Uint8Array): Buffer {
  const digest = digests.get(list) ?? createHash('sha256').update(list).digest();
  digests.set(list, digest);
  return digest;
}

/** Keeps the lists that prove signatures, each of them once, and says which proves which. */
export async function keepLists(
  tx: Tx,
  all: readonly { company_id: number; signature_id: number; lists: readonly Uint8Array[] }[],
): Promise<void> {
  const links = all.flatMap(({ lists, ...signature }) =>
    lists.map((list, at) => ({ ...signature, position: at + 1, sha256: digestOf(list) })),
  );
  if (links.length === 0) return;
  const lists = new Map(
    all.flatMap((one) => one.lists.map((list) => [digestOf(list).toString('hex'), list])),
  );
  for (const sha256 of await listKnown(tx, [...lists.values()].map(digestOf)))
    lists.delete(sha256.toString('hex'));
  for (const list of lists.values()) await addList(tx, digestOf(list), list);
  await addLinks(tx, links);
}

/** What the lists of a signature said is said again without reading tens of megabytes for every look at it. */
const MOST_ANSWERS = 5_000;
const answers = new Map<string, RevocationAnswer>();

/** Who answers with the lists that are kept beside a signature. */
export function keptProof(db: Handle, { primitives }: NcaTrust, wanted: readonly Buffer[]): RevocationPort {
  return {
    async check(question) {
      const { certificate, issuer, at } = question;
      const about = createHash('sha256').update(certificate.der).update(issuer.der);
      for (const digest of wanted) about.update(digest);
      const key = `${about.digest('hex')} ${at.getTime()}`;
      const said = answers.get(key);
      if (said) return said;
      const answer = await keptLists(await readLists(db, wanted), primitives).check(question);
      const whole = typeof answer === 'string' ? { status: answer } : answer;
      if (answers.size >= MOST_ANSWERS) answers.delete(answers.keys().next().value!);
      if (whole.status !== 'unknown') answers.set(key, whole);
      return whole;
    },
  };
}

/** With longer lists a CMS is more than other programs read. */
const LONGEST_INSIDE_BYTES = 1024 * 1024;

/** The CMS as it is given out: with the lists that are kept beside it inside, so that it proves itself. */
export async function wholeCms(
  db: Handle,
  { cms, lists }: { cms: Buffer; lists: readonly Buffer[] },
  most_bytes = LONGEST_INSIDE_BYTES,
): Promise<Buffer> {
  if (lists.length === 0 || (await sizeOf(db, lists)) > most_bytes) return cms;
  const whole = embedRevocationProof(cms, { kind: 'crl', ders: await readLists(db, lists) });
  return whole ? Buffer.from(whole) : cms;
}
