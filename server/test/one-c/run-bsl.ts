import { BslError, type Arguments, type Expression, type Routine, type Statement } from './parse-bsl.ts';

/** A value with members, as the platform has them. What it does not know is a `BslError`: a fault of the module. */
export abstract class Thing {
  get(name: string): unknown {
    throw new BslError(`${this.constructor.name} has no ${name}`);
  }
  set(name: string, _value: unknown): void {
    throw new BslError(`${this.constructor.name}.${name} cannot be set`);
  }
  /** `give` sets the variable that stood at a place of the call. */
  call(name: string, _args: unknown[], _give: (place: number, value: unknown) => void): unknown {
    throw new BslError(`${this.constructor.name} has no method ${name}`);
  }
  at(_key: unknown): unknown {
    throw new BslError(`${this.constructor.name} has no places`);
  }
  each(): Iterable<unknown> {
    throw new BslError(`${this.constructor.name} cannot be gone through`);
  }
}

/** What a module may catch: its own exceptions and those of the platform. */
export class Raised extends Error {}

export interface Platform {
  names: Record<string, unknown>;
  functions: Record<string, (args: unknown[]) => unknown>;
  constructors: Record<string, (args: unknown[]) => unknown>;
  same(left: unknown, right: unknown): boolean;
}

type Locals = Map<string, unknown>;
type Leaving = { kind: 'break' | 'continue' } | { kind: 'return'; value: unknown };

/** Runs routines of a module over an imitated platform, for what the module decides and in which order. */
export class Module {
  readonly #routines: Map<string, Routine>;
  readonly #platform: Platform;
  #caught: Raised | null = null;

  constructor(routines: readonly Routine[], platform: Platform) {
    this.#routines = new Map(routines.map((routine) => [routine.name, routine]));
    this.#platform = platform;
  }

  async call(name: string, args: readonly unknown[] = []): Promise<unknown> {
    const routine = this.#routines.get(name);
    if (!routine) throw new BslError(`no routine ${name}`);
    const locals: Locals = new Map();
    for (const [place, { name: parameter, fallback }] of routine.parameters.entries()) {
      const is_left_out = place >= args.length || args[place] === LEFT_OUT;
      locals.set(parameter, is_left_out && fallback ? await this.#value(fallback, locals) : args[place]);
    }
    const left = await this.#run(routine.body, locals);
    return left?.kind === 'return' ? left.value : undefined;
  }

  async #run(body: readonly Statement[], locals: Locals): Promise<Leaving | undefined> {
    for (const statement of body) {
      const left = await this.#step(statement, locals);
      if (left) return left;
    }
    return undefined;
  }

  async #step(statement: Statement, locals: Locals): Promise<Leaving | undefined> {
    switch (statement.kind) {
      case 'assign':
        await this.#assign(statement.to, await this.#value(statement.value, locals), locals);
        return undefined;
      case 'do':
        await this.#value(statement.what, locals);
        return undefined;
      case 'if': {
        for (const { condition, body } of statement.branches)
          if (await this.#flag(condition, locals)) return this.#run(body, locals);
        return this.#run(statement.otherwise, locals);
      }
      case 'each': {
        for (const one of thingOf(await this.#value(statement.of, locals)).each()) {
          locals.set(statement.name, one);
          const left = await this.#run(statement.body, locals);
          if (left?.kind === 'break') break;
          if (left?.kind === 'return') return left;
        }
        return undefined;
      }
      case 'while': {
        while (await this.#flag(statement.condition, locals)) {
          const left = await this.#run(statement.body, locals);
          if (left?.kind === 'break') break;
          if (left?.kind === 'return') return left;
        }
        return undefined;
      }
      case 'try': {
        try {
          return await this.#run(statement.body, locals);
        } catch (error) {
          if (!(error instanceof Raised)) throw error;
          const before = this.#caught;
          this.#caught = error;
          try {
            return await this.#run(statement.caught, locals);
          } finally {
            this.#caught = before;
          }
        }
      }
      case 'raise': {
        if (statement.what) throw new Raised(textOf(await this.#value(statement.what, locals)));
        throw this.#caught ?? new BslError('nothing is caught here');
      }
      case 'return':
        return { kind: 'return', value: statement.what && (await this.#value(statement.what, locals)) };
      default:
        return { kind: statement.kind };
    }
  }

  async #assign(to: Expression, value: unknown, locals: Locals): Promise<void> {
    if (to.kind === 'name') locals.set(to.name, value);
    else if (to.kind === 'member') thingOf(await this.#value(to.of, locals)).set(to.name, value);
    else throw new BslError('nothing to assign to');
  }

  async #flag(condition: Expression, locals: Locals): Promise<boolean> {
    const value = await this.#value(condition, locals);
    if (typeof value !== 'boolean') throw new BslError('a condition is no flag');
    return value;
  }

  async #args(args: Arguments, locals: Locals): Promise<unknown[]> {
    const values = [];
    for (const arg of args) values.push(arg ? await this.#value(arg, locals) : LEFT_OUT);
    return values;
  }

  async #value(of: Expression, locals: Locals): Promise<unknown> {
    switch (of.kind) {
      case 'value':
        return of.value;
      case 'name': {
        if (locals.has(of.name)) return locals.get(of.name);
        if (of.name in this.#platform.names) return this.#platform.names[of.name];
        throw new BslError(`no variable ${of.name}`);
      }
      case 'member':
        return thingOf(await this.#value(of.of, locals)).get(of.name);
      case 'index':
        return thingOf(await this.#value(of.of, locals)).at(await this.#value(of.at, locals));
      case 'call': {
        const args = await this.#args(of.args, locals);
        if (this.#routines.has(of.name)) return this.call(of.name, args);
        if (of.name === 'ИнформацияОбОшибке') return this.#caught;
        const made = this.#platform.functions[of.name];
        if (!made) throw new BslError(`no function ${of.name}`);
        return made(args);
      }
      case 'method': {
        const thing = thingOf(await this.#value(of.of, locals));
        return thing.call(of.name, await this.#args(of.args, locals), (place, value) => {
          const arg = of.args[place];
          if (arg?.kind === 'name') locals.set(arg.name, value);
        });
      }
      case 'new': {
        const make = this.#platform.constructors[of.name];
        if (!make) throw new BslError(`no type ${of.name}`);
        return make(await this.#args(of.args, locals));
      }
      case 'not':
        return !(await this.#flag(of.of, locals));
      case 'choice':
        return this.#value((await this.#flag(of.condition, locals)) ? of.yes : of.no, locals);
      case 'minus':
        return -numberOf(await this.#value(of.of, locals));
      default:
        return this.#operate(of, locals);
    }
  }

  async #operate(of: Extract<Expression, { kind: 'operator' }>, locals: Locals): Promise<unknown> {
    const { operator } = of;
    if (operator === 'И') return (await this.#flag(of.left, locals)) && (await this.#flag(of.right, locals));
    if (operator === 'Или')
      return (await this.#flag(of.left, locals)) || (await this.#flag(of.right, locals));
    const left = await this.#value(of.left, locals);
    const right = await this.#value(of.right, locals);
    if (operator === '=') return this.#platform.same(left, right);
    if (operator === '<>') return !this.#platform.same(left, right);
    if (operator === '+')
      return typeof left === 'string' ? left + textOf(right) : numberOf(left) + numberOf(right);
    const [a, b] = [numberOf(left), numberOf(right)];
    const results: Record<string, number | boolean> = {
      '-': a - b,
      '*': a * b,
      '/': a / b,
      '<': a < b,
      '>': a > b,
      '<=': a <= b,
      '>=': a >= b,
    };
    return results[operator];
  }
}

/** Stands where nothing was written between commas. */
export const LEFT_OUT = Symbol('left out');

function thingOf(value: unknown): Thing {
  if (value instanceof Thing) return value;
  throw new BslError(`${String(value)} has no members`);
}

/** 1C writes numbers and days by the language of a session, so the module has to format them. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new BslError(`${String(value)} is joined to a text without a format`);
}

export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new BslError(`${String(value)} is no number`);
}
