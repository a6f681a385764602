import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FilePart } from '@kelisim/shared/kernel/call.ts';
import { isStorableText } from '@kelisim/shared/kernel/plain-text.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyRequest } from 'fastify';

/** A file that came with a call. It lies in a temporary place until the call ends. */
export interface Upload {
  /** The name as the sender wrote it, without folders; only ever shown, never used as a path. */
  name: string;
  size: number;
  sha256: Buffer;
  read(): Promise<Buffer>;
}

export interface Multipart {
  fields: Record<string, string>;
  files: Record<string, Upload>;
  /** Removes the temporary files. */
  dispose(): Promise<void>;
}

/** Reads a multipart body part by part; files stream to disk, so that memory does not grow with their size. */
export async function readMultipart(
  request: FastifyRequest,
  parts: Record<string, FilePart>,
  temp_dir: string,
): Promise<Multipart> {
  const fields: Record<string, string> = {};
  const files: Record<string, Upload> = {};
  const paths: string[] = [];
  const dispose = async () => {
    await Promise.all(paths.map((path) => unlink(path).catch(() => undefined)));
  };
  if (!request.isMultipart()) throw new Problem('unsupported_media');
  await mkdir(temp_dir, { recursive: true });
  try {
    const limits = {
      fileSize: Math.max(...Object.values(parts).map((part) => part.max_bytes)),
      files: 10,
      fields: 50,
      fieldSize: 100_000,
    };
    for await (const part of request.parts({ limits })) {
      if (Object.hasOwn(fields, part.fieldname) || Object.hasOwn(files, part.fieldname))
        throw new Problem('field.repeated', { field: part.fieldname });
      if (part.type === 'file') {
        const rule = Object.hasOwn(parts, part.fieldname) ? parts[part.fieldname] : undefined;
        if (!rule)
          throw new Problem('unknown_field', { field: part.fieldname, values: { name: part.fieldname } });
        const path = join(temp_dir, `upload-${request.id}-${paths.length}`);
        paths.push(path);
        files[part.fieldname] = await keep(part, path, rule.max_bytes);
      } else {
        const value = String(part.value);
        if (!isStorableText(value)) throw new Problem('unstorable_text', { field: part.fieldname });
        fields[part.fieldname] = value;
      }
    }
    for (const [name, rule] of Object.entries(parts)) {
      if (rule.required && !files[name])
        throw new Problem('missing_field', { field: name, values: { name } });
    }
    return { fields, files, dispose };
  } catch (error) {
    await dispose();
    // The parser's own complaints (a body that breaks off, a head that is none) are plain errors without a code.
    throw error instanceof Error && error.name === 'Error' && !('code' in error)
      ? new Problem('bad_input')
      : error;
  }
}

async function keep(part: MultipartFile, path: string, max_bytes: number): Promise<Upload> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(size > max_bytes ? new Problem('too_large', { field: part.fieldname }) : null, chunk);
    },
  });
  await pipeline(part.file, measure, createWriteStream(path));
  if (part.file.truncated) throw new Problem('too_large', { field: part.fieldname });
  if (size === 0) throw new Problem('file.empty', { field: part.fieldname });
  const name = (part.filename || 'file').split(/[\\/]/).pop()!.slice(0, 200);
  return {
    name: isStorableText(name) ? name : 'file',
    size,
    sha256: hash.digest(),
    read: () => readFile(path),
  };
}
