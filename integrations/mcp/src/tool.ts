import { z } from 'zod';
import type { AllowedCall, Api } from './allowed-calls.ts';

export interface Tool {
  name: string;
  title: string;
  /** For the assistant. */
  about: string;
  input: z.ZodRawShape;
  /** The only calls it can make. */
  calls: readonly AllowedCall[];
  run(api: Api<AllowedCall>, input: unknown): Promise<object>;
}

/** A tool whose `run` has the types of its own calls and input. */
export function tool<const Name extends AllowedCall, Shape extends z.ZodRawShape>(one: {
  name: string;
  title: string;
  about: string;
  input: Shape;
  calls: readonly Name[];
  run(api: Api<Name>, input: z.output<z.ZodObject<Shape>>): Promise<object>;
}): Tool {
  const schema = z.strictObject(one.input);
  return { ...one, run: (api, input) => one.run(api, schema.parse(input)) };
}

export const id = z.int().positive();
export const day = z.iso.date().describe('YYYY-MM-DD');
export const page = z.int().positive().default(1);
