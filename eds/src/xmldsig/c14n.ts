import { XML_NAMESPACE } from './xml.ts';
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from './xml.ts';

/**
 * Canonical XML 1.0 and Exclusive XML Canonicalization 1.0 without comments: a reference to the whole document leaves
 * comments out before any transformation (XML Signature, 4.4.3.3), so both kinds, «WithComments» too, give this.
 */
export type C14nKind = 'inclusive' | 'exclusive';

type Scope = ReadonlyMap<string, string>;

interface Options {
  kind: C14nKind;
  without: XmlElement | null;
}

/** The whole document but for one element, which is how an enveloped signature is left out. */
export function canonicalDocument(document: XmlDocument, kind: C14nKind, without: XmlElement | null): string {
  let out = '';
  let afterRoot = false;
  for (const node of document.children) {
    if (node === document.root) {
      out += renderElement(document.root, new Map(), new Map(), { kind, without }, []);
      afterRoot = true;
    } else if (node.kind === 'instruction') {
      const text = renderInstruction(node);
      out += afterRoot ? `\n${text}` : `${text}\n`;
    }
  }
  return out;
}

/** An element alone, in the form it has as part of its document. */
export function canonicalElement(element: XmlElement, kind: C14nKind): string {
  const scope = new Map<string, string>();
  const inherited: XmlAttribute[] = [];
  for (let one = element.parent; one !== null; one = one.parent) {
    for (const [prefix, uri] of one.namespaces) if (!scope.has(prefix)) scope.set(prefix, uri);
    // Attributes of the xml namespace reach down to the element (Canonical XML 1.0, 2.4).
    for (const attribute of kind === 'inclusive' ? one.attributes : []) {
      const known = [...inherited, ...element.attributes].some(
        (other) => other.uri === attribute.uri && other.local === attribute.local,
      );
      if (attribute.uri === XML_NAMESPACE && !known) inherited.push(attribute);
    }
  }
  return renderElement(element, scope, new Map(), { kind, without: null }, inherited);
}

function renderElement(
  element: XmlElement,
  outer: Scope,
  rendered: Scope,
  options: Options,
  inherited: readonly XmlAttribute[],
): string {
  const scope = element.namespaces.size === 0 ? outer : new Map([...outer, ...element.namespaces]);
  const wanted = options.kind === 'inclusive' ? [...scope.keys()] : visiblyUsed(element);
  const shown = new Map(rendered);
  let namespaces = '';
  for (const prefix of [...new Set([...wanted, ...(options.kind === 'inclusive' ? [''] : [])])].sort(
    compare,
  )) {
    const uri = scope.get(prefix) ?? '';
    if (prefix === 'xml' || (shown.get(prefix) ?? '') === uri) continue;
    shown.set(prefix, uri);
    namespaces += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(uri)}"`;
  }
  const attributes = [...element.attributes, ...inherited]
    .sort((a, b) => compare(a.uri, b.uri) || compare(a.local, b.local))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  const inside = element.children.map((child) => renderNode(child, scope, shown, options)).join('');
  return `<${element.name}${namespaces}${attributes}>${inside}</${element.name}>`;
}

function renderNode(node: XmlNode, scope: Scope, rendered: Scope, options: Options): string {
  switch (node.kind) {
    case 'text':
      return escapeText(node.text);
    case 'comment':
      return '';
    case 'instruction':
      return renderInstruction(node);
    case 'element':
      return node === options.without ? '' : renderElement(node, scope, rendered, options, []);
  }
}

function renderInstruction({ target, data }: { target: string; data: string }): string {
  return data === '' ? `<?${target}?>` : `<?${target} ${data.replaceAll('\r', '&#xD;')}?>`;
}

/** Prefixes of the element's own name and of its attributes; '' is the default namespace. */
function visiblyUsed(element: XmlElement): string[] {
  return [
    element.prefix,
    ...element.attributes.map(({ prefix }) => prefix).filter((prefix) => prefix !== ''),
  ];
}

/** By code points, as the bytes of UTF-8 would be. */
function compare(a: string, b: string): number {
  const [one, other] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const difference = one[i]!.codePointAt(0)! - other[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

const TEXT: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const ATTRIBUTE: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => TEXT[character]!);
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (character) => ATTRIBUTE[character]!);
}
