/**
 * A small assembler for WebAssembly (core specification, 5: the binary format), so that the fast arithmetic is
 * built from TypeScript alone, byte for byte the same everywhere, without a compiler to install.
 *
 * A `Value` is code that leaves one value on the stack; statements are pushed on the body of a `Routine`.
 */

export type Type = 'i32' | 'i64' | 'v128';

export interface Value {
  readonly type: Type;
  readonly code: readonly number[];
}

/** A parameter or a local variable; as a value it reads itself. */
export interface Variable extends Value {
  readonly index: number;
}

export type Operand = Value | number;

const TYPE = { i32: 0x7f, i64: 0x7e, v128: 0x7b };
const FUNCTION = 0x60;
const EMPTY_BLOCK = 0x40;
const END = 0x0b;
/** `\0asm` and version 1. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const next = Math.floor(rest / 128);
    bytes.push((rest & 127) | (next > 0 ? 128 : 0));
    rest = next;
  } while (rest > 0);
  return bytes;
}

function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ;) {
    const low = Number(rest & 127n);
    rest >>= 7n;
    const done = (rest === 0n && low < 64) || (rest === -1n && low >= 64);
    bytes.push(done ? low : low | 128);
    if (done) return bytes;
  }
}

export function i32(value: number): Value {
  return { type: 'i32', code: [0x41, ...signed(BigInt(value | 0))] };
}

export function i64(value: number | bigint): Value {
  return { type: 'i64', code: [0x42, ...signed(BigInt.asIntN(64, BigInt(value)))] };
}

function operand(value: Operand, type: Type): Value {
  if (typeof value !== 'number') {
    if (value.type !== type) throw new TypeError(`${value.type} where ${type} is wanted`);
    return value;
  }
  if (type === 'v128') throw new TypeError('A vector is no number');
  return type === 'i32' ? i32(value) : i64(value);
}

/** Opcodes of the same deed for i32 and i64. Vectors have their own below. */
const BINARY = {
  less: [0x48, 0x53],
  greater: [0x4a, 0x55],
  below: [0x49, 0x54],
  add: [0x6a, 0x7c],
  sub: [0x6b, 0x7d],
  mul: [0x6c, 0x7e],
  and: [0x71, 0x83],
  or: [0x72, 0x84],
  xor: [0x73, 0x85],
  shl: [0x74, 0x86],
  sar: [0x75, 0x87],
  shr: [0x76, 0x88],
} as const;

type Binary = keyof typeof BINARY;

const COMPARES: ReadonlySet<Binary> = new Set(['less', 'greater', 'below']);

/** `left op right`; a bare number takes the type of `left`. `sar` keeps the sign, `less` and `greater` know it, `below` does not. */
export function op(name: Binary, left: Value, right: Operand): Value {
  const code = BINARY[name][left.type === 'i32' ? 0 : 1];
  return {
    type: COMPARES.has(name) ? 'i32' : left.type,
    code: [...left.code, ...operand(right, left.type).code, code],
  };
}

export const add = (left: Value, right: Operand): Value => op('add', left, right);
export const sub = (left: Value, right: Operand): Value => op('sub', left, right);
export const mul = (left: Value, right: Operand): Value => op('mul', left, right);
export const and = (left: Value, right: Operand): Value => op('and', left, right);
export const xor = (left: Value, right: Operand): Value => op('xor', left, right);
export const shl = (left: Value, right: Operand): Value => op('shl', left, right);
export const shr = (left: Value, right: Operand): Value => op('shr', left, right);
export const sar = (left: Value, right: Operand): Value => op('sar', left, right);

/** The count of zero bits below the lowest one. */
export const trailingZeros = (value: Value): Value => ({
  type: value.type,
  code: [...value.code, value.type === 'i32' ? 0x68 : 0x7a],
});
/** i64 to i32. */
export const wrap = (value: Value): Value => ({ type: 'i32', code: [...value.code, 0xa7] });
/** i32 to i64, above it zeros. */
export const widen = (value: Value): Value => ({ type: 'i64', code: [...value.code, 0xad] });
/** i32 to i64 with its sign. */
export const extend = (value: Value): Value => ({ type: 'i64', code: [...value.code, 0xac] });

/** Opcodes of vectors, behind the prefix 0xfd. */
const VECTOR = 0xfd;
const VECTOR_BINARY = {
  and: 0x4e,
  xor: 0x51,
  add32: 0xae,
  sub32: 0xb1,
  add64: 0xce,
  sub64: 0xd1,
  /** Two products of 64 bits, of the lower or the upper two signed numbers of 32 bits on either side. */
  mulLow: 0xdc,
  mulHigh: 0xdd,
} as const;
const VECTOR_SHIFT = { shl32: 0xab, shl64: 0xcb, shr64: 0xcd } as const;

function vectorCode(opcode: number): number[] {
  return [VECTOR, ...unsigned(opcode)];
}

/** Of four numbers of 32 bits or two of 64, each for itself. */
export function vop(name: keyof typeof VECTOR_BINARY, left: Value, right: Value): Value {
  return { type: 'v128', code: [...left.code, ...right.code, ...vectorCode(VECTOR_BINARY[name])] };
}

/** Each number by so many bits; `shr64` brings in zeros. */
export function vshift(name: keyof typeof VECTOR_SHIFT, value: Value, bits: number): Value {
  return { type: 'v128', code: [...value.code, ...i32(bits).code, ...vectorCode(VECTOR_SHIFT[name])] };
}

/** The same number of 64 bits twice. */
export function twice64(value: bigint): Value {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  for (const at of [0, 8]) view.setBigInt64(at, BigInt.asIntN(64, value), true);
  return { type: 'v128', code: [...vectorCode(0x0c), ...bytes] };
}

/** The same number of 32 bits four times. */
export function fourTimes32(value: Value): Value {
  return { type: 'v128', code: [...value.code, ...vectorCode(0x11)] };
}

/** Four numbers of 32 bits chosen from eight: 0 … 3 are those of `left`, 4 … 7 those of `right`. */
export function pick(
  left: Value,
  right: Value,
  [a, b, c, d]: readonly [number, number, number, number],
): Value {
  const bytes = [a, b, c, d].flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte));
  return { type: 'v128', code: [...left.code, ...right.code, ...vectorCode(0x0d), ...bytes] };
}

/** A vector of 16 bytes. */
export function loadVector(at: Value, offset = 0): Value {
  return { type: 'v128', code: [...at.code, ...vectorCode(0x00), 4, ...unsigned(offset)] };
}

/** Eight bytes as the lower half of a vector, above them zeros. */
export function loadHalf(at: Value, offset = 0): Value {
  return { type: 'v128', code: [...at.code, ...vectorCode(0x5d), 3, ...unsigned(offset)] };
}

const LOAD = { i32: [0x28, 2], i64: [0x29, 3], bytes32: [0x34, 2] } as const;

function access([opcode, align]: readonly [number, number], offset: number): number[] {
  return [opcode, align, ...unsigned(offset)];
}

/** Memory is little-endian; `bytes32` widens a signed 32-bit number to i64. */
export function load(kind: keyof typeof LOAD, at: Value, offset = 0): Value {
  return { type: kind === 'i32' ? 'i32' : 'i64', code: [...at.code, ...access(LOAD[kind], offset)] };
}

/** A function under construction. */
export class Routine {
  readonly name: string;
  readonly index: number;
  readonly parameters: readonly Type[];
  readonly result: Type | undefined;
  private readonly locals: Type[] = [];
  private readonly body: number[] = [];

  constructor(name: string, index: number, parameters: readonly Type[], result?: Type) {
    this.name = name;
    this.index = index;
    this.parameters = parameters;
    this.result = result;
  }

  parameter(at: number): Variable {
    return variable(this.parameters[at]!, at);
  }

  /** A new local variable, with a first value when one is given (zero otherwise). */
  local(type: Type, value?: Operand): Variable {
    this.locals.push(type);
    const made = variable(type, this.parameters.length + this.locals.length - 1);
    if (value !== undefined) this.set(made, value);
    return made;
  }

  /** Puts a value in a new local, so that it is counted once. */
  keep(value: Value): Variable {
    return this.local(value.type, value);
  }

  set(target: Variable, value: Operand): void {
    this.body.push(...operand(value, target.type).code, 0x21, ...unsigned(target.index));
  }

  /** Stores an i32 as four bytes, or an i64 as eight. */
  store(at: Value, value: Value, offset = 0): void {
    const opcode = value.type === 'i32' ? ([0x36, 2] as const) : ([0x37, 3] as const);
    this.body.push(...at.code, ...value.code, ...access(opcode, offset));
  }

  /** Stores the low four bytes of an i64. */
  store32(at: Value, value: Value, offset = 0): void {
    this.body.push(...at.code, ...value.code, ...access([0x3e, 2], offset));
  }

  storeVector(at: Value, value: Value, offset = 0): void {
    this.body.push(...at.code, ...value.code, ...vectorCode(0x0b), 4, ...unsigned(offset));
  }

  /** Stores the lower or the upper eight bytes of a vector. */
  storeHalf(at: Value, value: Value, half: 0 | 1, offset = 0): void {
    this.body.push(...at.code, ...value.code, ...vectorCode(0x5b), 3, ...unsigned(offset), half);
  }

  call(routine: Routine, ...values: Operand[]): void {
    this.body.push(...callCode(routine, values));
  }

  return(value: Value): void {
    this.body.push(...value.code, 0x0f);
  }

  when(condition: Value, then: () => void, otherwise?: () => void): void {
    this.body.push(...condition.code, 0x04, EMPTY_BLOCK);
    then();
    if (otherwise !== undefined) {
      this.body.push(0x05);
      otherwise();
    }
    this.body.push(END);
  }

  /** Runs the body, which answers the condition under which it runs again. */
  repeat(body: () => Value): void {
    this.body.push(0x03, EMPTY_BLOCK);
    const again = body();
    this.body.push(...again.code, 0x0d, 0, END);
  }

  encode(): number[] {
    const groups = this.locals.reduce<{ type: Type; count: number }[]>((all, type) => {
      const last = all.at(-1);
      if (last?.type === type) last.count++;
      else all.push({ type, count: 1 });
      return all;
    }, []);
    const locals = groups.flatMap(({ type, count }) => [...unsigned(count), TYPE[type]]);
    const code = [...unsigned(groups.length), ...locals];
    for (const byte of this.body) code.push(byte);
    code.push(END);
    return code;
  }
}

function variable(type: Type, index: number): Variable {
  return { type, index, code: [0x20, ...unsigned(index)] };
}

function callCode(routine: Routine, values: readonly Operand[]): number[] {
  if (values.length !== routine.parameters.length) throw new TypeError(`${routine.name}: a wrong call`);
  return [
    ...values.flatMap((value, at) => operand(value, routine.parameters[at]!).code),
    0x10,
    ...unsigned(routine.index),
  ];
}

/** The result of a call as a value. */
export function result(routine: Routine, ...values: Operand[]): Value {
  return { type: routine.result!, code: callCode(routine, values) };
}

/** A module with one memory, exported as `memory`, and its routines. */
export class Program {
  private readonly routines: Routine[] = [];
  private readonly exported = new Set<Routine>();
  private readonly pages: number;

  /** @param pages the memory at start, in units of 64 KiB */
  constructor(pages: number) {
    this.pages = pages;
  }

  routine(name: string, parameters: readonly Type[], resultType?: Type): Routine {
    const made = new Routine(name, this.routines.length, parameters, resultType);
    this.routines.push(made);
    return made;
  }

  export(...routines: Routine[]): void {
    for (const one of routines) this.exported.add(one);
  }

  encode(): Uint8Array {
    const types = this.routines.map(({ parameters, result: type }) => [
      FUNCTION,
      ...vector(parameters.map((one) => [TYPE[one]])),
      ...vector(type === undefined ? [] : [[TYPE[type]]]),
    ]);
    const name = (text: string): number[] => [...unsigned(text.length), ...Buffer.from(text, 'latin1')];
    const exports = [...this.exported].map((one) => [...name(one.name), 0, ...unsigned(one.index)]);
    const bodies = this.routines.map((one) => {
      const code = one.encode();
      return [...unsigned(code.length), ...code];
    });
    return Uint8Array.from([
      ...MAGIC,
      ...section(1, vector(types)),
      ...section(3, vector(types.map((_, index) => unsigned(index)))),
      ...section(5, vector([[0, ...unsigned(this.pages)]])),
      ...section(7, vector([[...name('memory'), 2, 0], ...exports])),
      ...section(10, vector(bodies)),
    ]);
  }
}

function vector(items: readonly (readonly number[])[]): number[] {
  const all = unsigned(items.length);
  for (const item of items) for (const byte of item) all.push(byte);
  return all;
}

function section(id: number, content: readonly number[]): number[] {
  const all = [id, ...unsigned(content.length)];
  for (const byte of content) all.push(byte);
  return all;
}
