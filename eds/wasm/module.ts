import { TABLES } from '../src/gost/wasm-layout.ts';
import { Program } from './assembler.ts';
import { defineField } from './field.ts';
import { defineInversion } from './inversion.ts';
import { definePoints } from './point.ts';
import { defineStreebog } from './streebog.ts';

/** Of 64 KiB each: what is used before the first table of points. */
const PAGES = TABLES / 65_536;

/** The bytes of the module: the same from the same source. */
export function buildModule(): Uint8Array {
  const program = new Program(PAGES);
  const field = defineField(program);
  const points = definePoints(program, field);
  const { absorb, compress } = defineStreebog(program);
  program.export(
    ...Object.values(field),
    ...Object.values(points),
    defineInversion(program),
    absorb,
    compress,
  );
  return program.encode();
}
