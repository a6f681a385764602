import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Takes JSON in UTF-8 and nothing else as a body. A name that stands twice in one object is refused: parsers differ in
 * which of the two they believe, and somebody in the middle may have checked the other one.
 */
export function takeStrictJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body),
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value of a body; undefined for an empty one, as clients send with a call that needs none. */
export function parseStrictJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined;
  let value: unknown;
  let text: string;
  try {
    text = utf8.decode(body);
    value = JSON.parse(text);
  } catch {
    throw new Problem('bad_json');
  }
  const twice = findDoubleName(text);
  if (twice !== null) throw new Problem('field.repeated', { field: twice.isWellFormed() ? twice : 'body' });
  return value;
}

/** The first name that an object of a (valid) JSON text has twice, or null. Strings are jumped over, not walked. */
export function findDoubleName(json: string): string | null {
  const marks = /["{}[\],]/g;
  // Per open bracket: the names of an object so far, or null for a list.
  const open: (Set<string> | null)[] = [];
  let at_name = false;
  for (let match = marks.exec(json); match; match = marks.exec(json)) {
    const mark = match[0];
    if (mark === '"') {
      const end = endOfString(json, match.index + 1);
      if (at_name) {
        const name = JSON.parse(json.slice(match.index, end + 1)) as string;
        const names = open.at(-1)!;
        if (names!.has(name)) return name;
        names!.add(name);
        at_name = false;
      }
      marks.lastIndex = end + 1;
    } else if (mark === '{' || mark === '[') {
      open.push(mark === '{' ? new Set() : null);
      at_name = mark === '{';
    } else if (mark === ',') at_name = open.at(-1) instanceof Set;
    else {
      open.pop();
      at_name = false;
    }
  }
  return null;
}

/** The closing quote of a string: the first that has an even number of backslashes before it. */
function endOfString(json: string, from: number): number {
  for (let end = json.indexOf('"', from); ; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
}
