import { TableRefused } from './refused.ts';

export type XmlEvents = {
  /** `name` without its prefix; attributes of other namespaces keep theirs (`r:id`) */
  open: (name: string, attributes: Map<string, string>) => void;
  close: (name: string) => void;
  /** may come in several pieces */
  text: (text: string) => void;
};

const MAX_MARKUP_CHARS = 65_536;
const MAX_DEPTH = 64;
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/**
 * Reads XML 1.0 as it arrives, as strictly as spreadsheets need: no document types and no entities but the five of
 * the standard (so nothing can be fetched or multiplied), elements must nest, and the document must end.
 */
export function createXmlReader(events: XmlEvents) {
  let pending = '';
  let rootSeen = false;
  const stack: string[] = [];

  function write(chunk: string): void {
    pending += chunk;
    let at = 0;
    for (;;) {
      const start = pending.indexOf('<', at);
      const end = start < 0 ? -1 : findEnd(pending, start);
      if (end < 0) {
        at = readText(at, start < 0 ? textEnd(pending, at) : start);
        break;
      }
      readText(at, start);
      readMarkup(pending.slice(start, end));
      at = end;
    }
    pending = pending.slice(at);
    if (pending.length > MAX_MARKUP_CHARS) throw new TableRefused('broken');
  }

  function readText(from: number, to: number): number {
    if (to > from) emitText(decodeEntities(pending.slice(from, to)));
    return to;
  }

  function emitText(text: string): void {
    if (stack.length > 0) events.text(text);
    else if (text.trim() !== '') throw new TableRefused('broken');
  }

  function readMarkup(markup: string): void {
    if (markup.startsWith('<!--')) return;
    if (markup.startsWith('<![CDATA[')) return emitText(markup.slice(9, -3));
    if (markup.startsWith('<!')) throw new TableRefused('unsafe');
    if (markup.startsWith('<?')) return checkEncoding(markup);
    if (markup.startsWith('</')) return closeElement(markup.slice(2, -1).trimEnd());

    const empty = markup.endsWith('/>');
    const inner = markup.slice(1, empty ? -2 : -1);
    const name = /^[^\s"'<>&=/]+/.exec(inner)?.[0];
    if (!name || (stack.length === 0 && rootSeen) || stack.length >= MAX_DEPTH)
      throw new TableRefused('broken');
    rootSeen = true;
    stack.push(name);
    events.open(localName(name), readAttributes(inner.slice(name.length)));
    if (empty) closeElement(name);
  }

  function closeElement(name: string): void {
    if (stack.pop() !== name) throw new TableRefused('broken');
    events.close(localName(name));
  }

  function end(): void {
    if (pending.trim() !== '' || stack.length > 0 || !rootSeen) throw new TableRefused('broken');
  }

  return { write, end };
}

/** The index behind the markup that begins at `start`; −1 while its end has not arrived. */
function findEnd(text: string, start: number): number {
  const kind = text[start + 1];
  if (kind === '?') return after(text, '?>', start + 2);
  if (kind === '!') {
    if (text.startsWith('<!--', start)) return after(text, '-->', start + 4);
    if (text.startsWith('<![CDATA[', start)) return after(text, ']]>', start + 9);
    // It may still become one of the two.
    if (text.length - start < 9) return -1;
  }
  // A «>» between quotes is part of a value.
  for (let end = after(text, '>', start + 1); end >= 0; end = after(text, '>', end)) {
    if (!endsInQuotes(text, start, end)) return end;
  }
  return -1;
}

function endsInQuotes(text: string, start: number, end: number): boolean {
  let quote = '';
  for (let at = start + 1; at < end; at += 1) {
    const character = text[at]!;
    if (character !== '"' && character !== "'") continue;
    if (quote === '') quote = character;
    else if (quote === character) quote = '';
  }
  return quote !== '';
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** Where text can be cut without tearing an entity apart. */
function textEnd(text: string, from: number): number {
  const ampersand = text.lastIndexOf('&');
  return ampersand >= from && !text.includes(';', ampersand) ? ampersand : text.length;
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  const attribute = /\s+([^\s"'<>&=/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  const rest = text.trimEnd();
  for (let at = 0; at < rest.length; at = attribute.lastIndex) {
    attribute.lastIndex = at;
    const match = attribute.exec(rest);
    if (!match || attributes.has(match[1]!)) throw new TableRefused('broken');
    attributes.set(match[1]!, decodeEntities(match[2] ?? match[3] ?? ''));
  }
  return attributes;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,8}));|&/g, (_all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : -1;
    const decoded = name
      ? ENTITIES.get(name)
      : code > 0 && code <= 0x10ffff
        ? String.fromCodePoint(code)
        : undefined;
    if (decoded === undefined) throw new TableRefused('broken');
    return decoded;
  });
}

function checkEncoding(declaration: string): void {
  const encoding = /encoding\s*=\s*["']([^"']*)/.exec(declaration)?.[1];
  if (encoding && !/^(utf-?8|us-ascii)$/i.test(encoding)) throw new TableRefused('broken');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
