/**
 * A reader of XML 1.0 with namespaces, for signatures alone: what is signed must be understood by everybody in one
 * way. Therefore no document type, no entities but the five of XML, UTF-8 only, no undeclared prefix, and limits.
 */
export interface XmlElement {
  kind: 'element';
  /** As written, with its prefix. */
  name: string;
  prefix: string;
  local: string;
  /** Empty without a namespace. */
  uri: string;
  attributes: XmlAttribute[];
  /** Declared at this element; the default namespace has the prefix ''. */
  namespaces: Map<string, string>;
  children: XmlNode[];
  parent: XmlElement | null;
  /** Where in the text the end tag begins, or the `/>` of an empty element. */
  end_at: number;
  empty: boolean;
}

export interface XmlAttribute {
  name: string;
  prefix: string;
  local: string;
  uri: string;
  value: string;
}

export type XmlNode =
  | XmlElement
  | { kind: 'text'; text: string }
  | { kind: 'comment' }
  | { kind: 'instruction'; target: string; data: string };

export interface XmlDocument {
  /** Comments and instructions before and after the root, and the root. */
  children: XmlNode[];
  root: XmlElement;
}

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

const MOST = { characters: 32 * 1024 * 1024, depth: 200, nodes: 200_000 };

/** What XML 1.0 does not allow anywhere (2.2): controls, lone surrogates, U+FFFE and U+FFFF. */
// oxlint-disable-next-line no-control-regex -- these are the characters that must not be there
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
const NAME = /[\p{L}_][\p{L}\p{N}\p{M}._·-]*(?::[\p{L}_][\p{L}\p{N}\p{M}._·-]*)?/uy;
const SPACE = /[ \t\n]+/y;
const DECLARATION =
  /<\?xml[ \t\n]+version=(?:"1\.0"|'1\.0')(?:[ \t\n]+encoding=(?:"[uU][tT][fF]-8"|'[uU][tT][fF]-8'))?(?:[ \t\n]+standalone=(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/y;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

class XmlFault extends Error {}

/** Null for anything that is not XML of this kind. `text` is with line ends as XML reads them (see `xmlText`). */
export function parseXml(text: string): XmlDocument | null {
  if (text.length > MOST.characters || FORBIDDEN.test(text)) return null;
  try {
    return new Reader(text).document();
  } catch (error) {
    if (error instanceof XmlFault) return null;
    throw error;
  }
}

/** All line ends as XML sees them (2.11), without the mark of the byte order. */
export function xmlText(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

class Reader {
  private readonly text: string;
  private at = 0;
  private nodes = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): XmlDocument {
    this.match(DECLARATION);
    const children: XmlNode[] = [];
    let root: XmlElement | null = null;
    while (this.at < this.text.length) {
      if (this.match(SPACE) !== null) continue;
      const node = this.markup(null, new Map([['xml', XML_NAMESPACE]]), 0);
      if (node.kind === 'text') throw new XmlFault();
      if (node.kind === 'element') {
        if (root !== null) throw new XmlFault();
        root = node;
      }
      children.push(node);
    }
    if (root === null) throw new XmlFault();
    return { children, root };
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  private starts(piece: string): boolean {
    return this.text.startsWith(piece, this.at);
  }

  private take(piece: string): void {
    if (!this.starts(piece)) throw new XmlFault();
    this.at += piece.length;
  }

  private until(end: string): string {
    const found = this.text.indexOf(end, this.at);
    if (found < 0) throw new XmlFault();
    const inside = this.text.slice(this.at, found);
    this.at = found + end.length;
    return inside;
  }

  private name(): string {
    const found = this.match(NAME);
    if (found === null) throw new XmlFault();
    return found;
  }

  private markup(parent: XmlElement | null, scope: ReadonlyMap<string, string>, depth: number): XmlNode {
    if (++this.nodes > MOST.nodes || depth > MOST.depth) throw new XmlFault();
    if (this.starts('<!--')) {
      this.at += 4;
      if (this.until('-->').includes('--')) throw new XmlFault();
      return { kind: 'comment' };
    }
    if (this.starts('<?')) return this.instruction();
    if (this.starts('<![CDATA[') && parent !== null) {
      this.at += 9;
      return { kind: 'text', text: this.until(']]>') };
    }
    if (this.starts('<!')) throw new XmlFault();
    if (this.starts('<')) return this.element(parent, scope, depth);
    const next = this.text.indexOf('<', this.at);
    if (next < 0) throw new XmlFault();
    const raw = this.text.slice(this.at, next);
    if (raw.includes(']]>')) throw new XmlFault();
    this.at = next;
    return { kind: 'text', text: decode(raw) };
  }

  private instruction(): XmlNode {
    this.at += 2;
    const target = this.name();
    if (target.toLowerCase() === 'xml' || target.includes(':')) throw new XmlFault();
    if (this.starts('?>')) {
      this.at += 2;
      return { kind: 'instruction', target, data: '' };
    }
    if (this.match(SPACE) === null) throw new XmlFault();
    return { kind: 'instruction', target, data: this.until('?>') };
  }

  private element(parent: XmlElement | null, outer: ReadonlyMap<string, string>, depth: number): XmlElement {
    this.take('<');
    const name = this.name();
    const raw = new Map<string, string>();
    while (!this.starts('>') && !this.starts('/>')) {
      if (this.match(SPACE) === null) throw new XmlFault();
      if (this.starts('>') || this.starts('/>')) break;
      const attribute = this.name();
      this.match(SPACE);
      this.take('=');
      this.match(SPACE);
      const quote = this.text[this.at];
      if (quote !== '"' && quote !== "'") throw new XmlFault();
      this.at++;
      const value = this.until(quote);
      if (value.includes('<') || raw.has(attribute)) throw new XmlFault();
      raw.set(attribute, decode(value.replace(/[\t\n]/g, ' ')));
    }
    const element = build(name, raw, parent, outer);
    if (this.starts('/>')) {
      element.end_at = this.at;
      element.empty = true;
      this.at += 2;
      return element;
    }
    this.take('>');
    const scope = element.namespaces.size === 0 ? outer : new Map([...outer, ...element.namespaces]);
    while (!this.starts('</')) {
      const node = this.markup(element, scope, depth + 1);
      const last = element.children.at(-1);
      // Text and CDATA side by side are one text to every reader.
      if (node.kind === 'text' && last?.kind === 'text') last.text += node.text;
      else element.children.push(node);
    }
    element.end_at = this.at;
    this.take('</');
    this.take(name);
    this.match(SPACE);
    this.take('>');
    return element;
  }
}

function build(
  name: string,
  raw: ReadonlyMap<string, string>,
  parent: XmlElement | null,
  outer: ReadonlyMap<string, string>,
): XmlElement {
  const namespaces = new Map<string, string>();
  for (const [attribute, value] of raw) {
    if (attribute !== 'xmlns' && !attribute.startsWith('xmlns:')) continue;
    const prefix = attribute === 'xmlns' ? '' : attribute.slice(6);
    const reserved = value === XMLNS_NAMESPACE || prefix === 'xmlns';
    if (reserved || (prefix === 'xml') !== (value === XML_NAMESPACE)) throw new XmlFault();
    if (prefix !== '' && value === '') throw new XmlFault();
    namespaces.set(prefix, value);
  }
  const uriOf = (prefix: string): string => {
    const uri = namespaces.get(prefix) ?? outer.get(prefix);
    if (uri === undefined && prefix !== '') throw new XmlFault();
    return uri ?? '';
  };
  const [prefix, local] = partsOf(name);
  const attributes: XmlAttribute[] = [];
  for (const [attribute, value] of raw) {
    if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) continue;
    const [mine, own] = partsOf(attribute);
    const uri = mine === '' ? '' : uriOf(mine);
    if (attributes.some((one) => one.local === own && one.uri === uri)) throw new XmlFault();
    attributes.push({ name: attribute, prefix: mine, local: own, uri, value });
  }
  if (prefix === 'xmlns') throw new XmlFault();
  return {
    kind: 'element',
    name,
    prefix,
    local,
    uri: uriOf(prefix),
    attributes,
    namespaces,
    children: [],
    parent,
    end_at: 0,
    empty: false,
  };
}

function partsOf(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

function decode(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(/&(?:#x([0-9a-fA-F]{1,6});|#(\d{1,7});|(\w+);)?/g, (_, hex, decimal, name) => {
    if (typeof name === 'string') {
      const known = ENTITIES[name];
      if (known === undefined) throw new XmlFault();
      return known;
    }
    const digits = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    if (Number.isNaN(digits) || digits > 0x10ffff) throw new XmlFault();
    const character = String.fromCodePoint(digits);
    if (FORBIDDEN.test(character)) throw new XmlFault();
    return character;
  });
}

/** Elements among the children. */
export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** The text of an element that has no elements inside; null otherwise. */
export function textOfElement(element: XmlElement): string | null {
  if (elementsOf(element).length > 0) return null;
  return element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('');
}

/** The value of an attribute without a namespace. */
export function attributeOf(element: XmlElement, name: string): string | null {
  return element.attributes.find((one) => one.name === name)?.value ?? null;
}
