import { BODY_BYTES } from '@kelisim/shared/kernel/call.ts';
import { findHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Far above the most fields of an object and levels that a contract describes. */
const MOST_NAMES = 500;
const MOST_DEPTH = 16;
const LONGEST_NAME = 200;

export interface JsonBounds {
  /** Values together, and the letters of one text. */
  values: number;
  text: number;
}
/** A thousand ids; a signature in base64. */
const USUAL: JsonBounds = { values: 5_000, text: 131_072 };
/** 20,000 ids, or 2,000 rows. */
const MOST_VALUES = 30_000;

/** Takes JSON in UTF-8 and nothing else as a body. */
export function takeStrictJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ routeOptions }: FastifyRequest, body: Buffer) =>
      parseStrictJson(body, boundsOf(routeOptions.bodyLimit)),
  );
}

/** A call that takes more than most may take it in one text. */
const boundsOf = (body_bytes = 0): JsonBounds =>
  body_bytes > BODY_BYTES ? { values: MOST_VALUES, text: body_bytes } : USUAL;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the value of a body; undefined for an empty one, as clients send with a call that needs none. */
export function parseStrictJson(body: Uint8Array, bounds = USUAL): unknown {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new Problem('bad_json');
  }
  return new Reader(text, bounds).read();
}

const SPACE = /[\t\n\r ]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- RFC 8259 forbids exactly these
const CONTROL = /[\0-\x1f]/;
const WORDS: Record<string, [string, unknown]> = {
  t: ['true', true],
  f: ['false', false],
  n: ['null', null],
};

/**
 * Parses JSON (RFC 8259) in one pass that stops at the first refused value, before the rest is allocated. `JSON.parse`
 * would first build all of it, a million names included. A duplicate name in an object is refused: parsers
 * differ in which of the two they use, and a proxy may have checked the other one.
 */
class Reader {
  private at = 0;
  private values = 0;
  /** Names and positions from the root to the value that is read. */
  private readonly path: (string | number)[] = [];
  private readonly text: string;
  private readonly bounds: JsonBounds;

  constructor(text: string, bounds: JsonBounds) {
    this.text = text;
    this.bounds = bounds;
  }

  read(): unknown {
    const value = this.value();
    this.skipSpace();
    if (this.at !== this.text.length) throw new Problem('bad_json');
    return value;
  }

  private value(): unknown {
    if (++this.values > this.bounds.values) throw new Problem('too_large');
    this.skipSpace();
    const mark = this.text[this.at] ?? '';
    if (mark === '"') return this.string(this.bounds.text);
    if (mark === '{') return this.within(() => this.object());
    if (mark === '[') return this.within(() => this.list());
    const [word, value] = WORDS[mark] ?? ['', null];
    if (word === '') return this.number();
    if (!this.text.startsWith(word, this.at)) throw new Problem('bad_json');
    this.at += word.length;
    return value;
  }

  private within<T>(read: () => T): T {
    if (this.path.push('') > MOST_DEPTH) throw new Problem('too_large');
    this.at++;
    const value = read();
    this.path.pop();
    return value;
  }

  private object(): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    const last = this.path.length - 1;
    let names = 0;
    if (this.takes('}')) return value;
    do {
      this.path[last] = '';
      this.skipSpace();
      if (this.text[this.at] !== '"') throw new Problem('bad_json');
      if (++names > MOST_NAMES) throw new Problem('too_large');
      const name = this.string(LONGEST_NAME);
      this.path[last] = name;
      if (Object.hasOwn(value, name)) throw new Problem('field.repeated', { field: name });
      if (!this.takes(':')) throw new Problem('bad_json');
      const inner = this.value();
      // An assignment would set the prototype.
      if (name === '__proto__')
        Object.defineProperty(value, name, { value: inner, enumerable: true, configurable: true });
      else value[name] = inner;
    } while (this.takes(','));
    if (!this.takes('}')) throw new Problem('bad_json');
    return value;
  }

  private list(): unknown[] {
    const value: unknown[] = [];
    if (this.takes(']')) return value;
    do {
      this.path[this.path.length - 1] = value.length;
      value.push(this.value());
    } while (this.takes(','));
    if (!this.takes(']')) throw new Problem('bad_json');
    return value;
  }

  /** Jumps from quote to quote: a text is not walked letter by letter. */
  private string(longest: number): string {
    const from = this.at + 1;
    let end = this.text.indexOf('"', from);
    while (end > 0 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1);
    if (end < 0) throw new Problem('bad_json');
    this.at = end + 1;
    // Six letters of an escape are one of the text.
    if (end - from > longest * 6) throw new Problem('too_large');
    const value = this.unescaped(this.text.slice(from, end));
    if (value.length > longest) throw new Problem('too_large');
    const hidden = findHidden(value, { lines: true });
    if (hidden) {
      const where = this.path.join('.').replace(/\.$/, '');
      throw new Problem('unstorable_text', { field: where || 'body', values: { ...hidden } });
    }
    return value;
  }

  /** An odd number of backslashes stands before it. */
  private isEscaped(at: number): boolean {
    let first = at;
    while (this.text[first - 1] === '\\') first--;
    return (at - first) % 2 === 1;
  }

  private unescaped(raw: string): string {
    if (!raw.includes('\\')) {
      if (CONTROL.test(raw)) throw new Problem('bad_json');
      return raw;
    }
    try {
      return JSON.parse(`"${raw}"`) as string;
    } catch {
      throw new Problem('bad_json');
    }
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (!found) throw new Problem('bad_json');
    this.at = NUMBER.lastIndex;
    return Number(found[0]);
  }

  private takes(mark: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private skipSpace(): void {
    if (this.text.charCodeAt(this.at) > 0x20) return;
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }
}
