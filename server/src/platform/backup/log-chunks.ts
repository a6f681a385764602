import type { Manifest } from './manifest.ts';

/** Size of a file of the log; every server of the product has the default. */
export const SEGMENT_BYTES = 16n * 2n ** 20n;

/** A piece of the log: bytes from `begin` to before `end`, with all that was committed before `at`. */
export interface LogChunk {
  system_id: string;
  timeline: number;
  begin: bigint;
  end: bigint;
  at: Date;
}

const NAME = /^log\/(\d+)-(\d+)\/([0-9A-F]{16})-([0-9A-F]{16})-(\d+)\.age$/;

/** `log/7712288353913735641-1/0000000004000000-000000000404BEB0-1764120600000.age`: sorted by position. */
export function chunkName({ system_id, timeline, begin, end, at }: LogChunk): string {
  return `log/${system_id}-${timeline}/${hex(begin)}-${hex(end)}-${at.getTime()}.age`;
}

export function readChunkName(name: string): LogChunk | null {
  const [, system_id, timeline, begin, end, at] = NAME.exec(name) ?? [];
  if (!system_id) return null;
  return {
    system_id,
    timeline: Number(timeline),
    begin: BigInt(`0x${begin}`),
    end: BigInt(`0x${end}`),
    at: new Date(Number(at)),
  };
}

/** `0/404BEB0` as a number of bytes. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;
}

export function segmentStart(lsn: bigint): bigint {
  return lsn - (lsn % SEGMENT_BYTES);
}

/** The name PostgreSQL gives the file of the log in which a position lies. */
export function segmentName(timeline: number, lsn: bigint): string {
  const segment = lsn / SEGMENT_BYTES;
  const per_id = 2n ** 32n / SEGMENT_BYTES;
  return [BigInt(timeline), segment / per_id, segment % per_id]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}

/**
 * The chunks that lead on from a base backup to a moment, or to the end, in order and overlapping where a chunk was
 * copied twice. `gap` is where the log breaks off before that.
 */
export function chooseChunks(
  chunks: readonly LogChunk[],
  base: Pick<Manifest, 'system_id' | 'timeline' | 'end_lsn'>,
  to: Date | null,
): { chosen: LogChunk[]; gap: bigint | null } {
  const from = segmentStart(parseLsn(base.end_lsn));
  const own = chunks
    .filter(({ system_id, timeline }) => system_id === base.system_id && timeline === base.timeline)
    .filter(({ end }) => end > from)
    .toSorted((one, other) => (one.begin === other.begin ? 0 : one.begin < other.begin ? -1 : 1));
  const chosen: LogChunk[] = [];
  let reached = from;
  for (const chunk of own) {
    if (chunk.begin > reached) return { chosen, gap: reached };
    chosen.push(chunk);
    if (chunk.end > reached) reached = chunk.end;
    if (to && chunk.at >= to) break;
  }
  return { chosen, gap: null };
}

function hex(lsn: bigint): string {
  return lsn.toString(16).toUpperCase().padStart(16, '0');
}
