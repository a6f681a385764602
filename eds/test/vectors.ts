import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { webPrimitives } from '../src/primitives-web.ts';

/** Cases that were made elsewhere lie beside the project and are read there; without them tests are skipped. */
const FOLDER = new URL('../../../shared/vectors/', import.meta.url);

export const hasVectors = existsSync(FOLDER);
export const WITHOUT_VECTORS = 'needs ../shared/vectors';

export function readVector(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(path, FOLDER)));
}

/** Paths of the files beneath, relative to the vectors. */
export function listVectors(folder: string): string[] {
  if (!hasVectors) return [];
  return readdirSync(new URL(folder, FOLDER), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listVectors(`${folder}${entry.name}/`) : [`${folder}${entry.name}`],
  );
}

export const primitives = webPrimitives(globalThis.crypto);
