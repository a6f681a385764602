import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { BODY_BYTES, type Call, type FilePart } from '@kelisim/shared/kernel/call.ts';
import { FILE_KINDS, type FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { FastifyRequest } from 'fastify';
import { detectKind, type ForeignKind } from '../files/detect-kind.ts';
import { cleanFileName } from '../files/file-name.ts';

/** A file sent with a call. It is in a temporary folder until the call ends. */
export interface Upload {
  /** The sender's name for it, cleaned, with its kind's extension; only shown, never used as a path. */
  name: string;
  /** One of those the contract takes; null where it takes anything. `checkUpload` says whether it is harmless. */
  kind: FileKind | null;
  size: number;
  sha256: Buffer;
  read(): Promise<Buffer>;
}

export interface Multipart {
  fields: Record<string, string>;
  files: Record<string, Upload>;
  /** The first file of a wrong kind; reported after errors in the fields. */
  of_other_kind: Problem | null;
  /** Removes the temporary files. */
  dispose(): Promise<void>;
}

/** Reads a multipart body part by part; files stream to disk, so that memory does not grow with their size. */
export async function readMultipart(
  request: FastifyRequest,
  call: Call,
  temp_dir: string,
): Promise<Multipart> {
  const { files: parts = {}, body, body_bytes = BODY_BYTES } = call;
  const texts = Object.keys(body?.shape ?? {});
  let text_bytes = 0;
  const fields: Record<string, string> = {};
  const files: Record<string, Upload> = {};
  const paths: string[] = [];
  let of_other_kind: Problem | null = null;
  const dispose = async () => {
    await Promise.all(paths.map((path) => unlink(path).catch(() => undefined)));
  };
  if (!request.isMultipart()) throw new Problem('unsupported_media');
  await mkdir(temp_dir, { recursive: true, mode: 0o700 });
  try {
    const limits = {
      fileSize: Math.max(...Object.values(parts).map((part) => part.max_bytes)),
      // One more than there are, so that the odd one is read and named.
      files: Object.keys(parts).length + 1,
      fields: texts.length + 1,
      fieldSize: body_bytes,
      // A little more than both, where the parser stops by itself.
      parts: Object.keys(parts).length + texts.length + 2,
      headerPairs: 20,
    };
    holdParts(request, limits.parts);
    for await (const part of request.parts({ limits })) {
      if (Object.hasOwn(fields, part.fieldname) || Object.hasOwn(files, part.fieldname))
        throw new Problem('field.repeated', { field: part.fieldname });
      if (part.type === 'file') {
        const rule = Object.hasOwn(parts, part.fieldname) ? parts[part.fieldname] : undefined;
        if (!rule) throw unexpected(part.fieldname, Object.keys(parts));
        const path = join(temp_dir, `upload-${request.id}-${paths.length}`);
        paths.push(path);
        const upload = await keep(part, path, rule);
        if (upload instanceof Problem) of_other_kind ??= upload;
        else files[part.fieldname] = upload;
      } else {
        if (!texts.includes(part.fieldname) && !Object.hasOwn(parts, part.fieldname))
          throw new Problem('unknown_field', { field: part.fieldname });
        const value = String(part.value);
        text_bytes += Buffer.byteLength(value);
        if (part.valueTruncated || text_bytes > body_bytes)
          throw new Problem('too_large', { field: part.fieldname });
        fields[part.fieldname] = value;
      }
    }
    for (const [name, rule] of Object.entries(parts)) {
      if (rule.required && !files[name] && !of_other_kind)
        throw new Problem('missing_field', { field: name });
    }
    return { fields, files, of_other_kind, dispose };
  } catch (error) {
    // The rest is read away, and no longer taken apart: thousands of small parts held the loop.
    request.raw.unpipe();
    request.raw.resume();
    await dispose();
    // The parser's own complaints (a body that breaks off, a head that is none) are plain errors without a code.
    throw error instanceof Error && error.name === 'Error' && !('code' in error)
      ? new Problem('bad_input')
      : error;
  }
}

/**
 * Ends the parser before it takes a piece apart that begins more parts than there may be: it goes through a whole piece
 * at once, and a thousand small parts in 64 KiB held the loop for a tenth of a second.
 */
function holdParts(request: FastifyRequest, most: number): void {
  const { raw } = request;
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(raw.headers['content-type'] ?? '');
  const delimiter = Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}`);
  let begun = 0;
  const isTooMany = (piece: Buffer) => {
    for (let at = piece.indexOf(delimiter); at >= 0 && begun <= most; at = piece.indexOf(delimiter, at + 1))
      begun++;
    return begun > most;
  };
  const pipe = raw.pipe.bind(raw);
  // The plugin makes the parser itself and offers no place before it.
  raw.pipe = <Parser extends NodeJS.WritableStream>(parser: Parser) => {
    const write = parser.write.bind(parser) as (piece: Buffer) => boolean;
    parser.write = ((piece: Buffer) => {
      if (!isTooMany(piece)) return write(piece);
      if (parser instanceof Writable) parser.destroy(new Problem('too_large'));
      return false;
    }) as Parser['write'];
    return pipe(parser);
  };
}

/** One file more than a call takes (`attachment4` beside 1 to 3) is told how many it takes. */
function unexpected(field: string, known: readonly string[]): Problem {
  const stemOf = (name: string) => /^(.*\D)\d+$/.exec(name)?.[1];
  const row = known.filter((name) => stemOf(name) !== undefined && stemOf(name) === stemOf(field));
  return row.length > 0
    ? new Problem('file.too_many', { field, values: { most: row.length } })
    : new Problem('unknown_field', { field });
}

async function keep(part: MultipartFile, path: string, rule: FilePart): Promise<Upload | Problem> {
  const hash = createHash('sha256');
  const field = part.fieldname;
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(size > rule.max_bytes ? new Problem('too_large', { field }) : null, chunk);
    },
  });
  await pipeline(part.file, measure, createWriteStream(path));
  if (part.file.truncated) throw new Problem('too_large', { field });
  if (size === 0) throw new Problem('file.empty', { field });
  const found = rule.kinds === 'any' ? null : await detectKind(path, rule.kinds);
  const kind = rule.kinds === 'any' ? null : (rule.kinds.find((one) => one === found) ?? null);
  if (rule.kinds !== 'any' && !kind) return otherKind(rule.kinds, field, found);
  return {
    name: cleanFileName(part.filename || 'file', kind),
    kind,
    size,
    sha256: hash.digest(),
    read: () => readFile(path),
  };
}

function otherKind(
  wanted: readonly FileKind[],
  field: string,
  found: FileKind | ForeignKind | null,
): Problem {
  const near = found && Object.hasOwn(NEAR, found) ? NEAR[found as ForeignKind] : null;
  if (near && near.of.some((kind) => wanted.includes(kind))) return new Problem(near.code, { field });
  return new Problem(OWN_WORDS[wanted.join()] ?? 'file.other_kind', {
    field,
    values: { kinds: wanted.map((one) => FILE_KINDS[one].title).join(', ') },
  });
}

/** What can be saved as a kind that is taken: the sentence says how. */
const NEAR: Record<ForeignKind, { of: readonly FileKind[]; code: ProblemCode }> = {
  locked: { of: ['docx', 'xlsx'], code: 'file.office_encrypted' },
  doc: { of: ['docx'], code: 'file.doc' },
  odt: { of: ['docx'], code: 'file.odt' },
  xls: { of: ['xlsx'], code: 'file.xls' },
  xlsb: { of: ['xlsx'], code: 'file.xlsb' },
  ods: { of: ['xlsx'], code: 'file.ods' },
  late_pdf: { of: ['pdf'], code: 'file.pdf_late' },
};

/** Where one kind alone is asked for, the sentence can say how to come by it. */
const OWN_WORDS: Partial<Record<string, ProblemCode>> = {
  pdf: 'file.not_pdf',
  xlsx: 'file.not_xlsx',
  pkcs12: 'file.not_pkcs12',
};
