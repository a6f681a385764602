import { elementsOf, textOfElement, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Bare, a reader would take it for an end of line.
  '\r': '&#13;',
};

/** What XML 1.0 allows nowhere (2.2), not even as a reference. */
// oxlint-disable-next-line no-control-regex -- these are the characters that must not be there
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** False for text that no XML can carry. */
export function fitsXml(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/**
 * Text as it stands between tags and in attributes. Throws for characters that no XML can carry: whoever takes words
 * from people asks `fitsXml` first.
 */
export function xmlEscaped(text: string): string {
  if (!fitsXml(text)) throw new Error('a character that XML does not allow');
  return text.replace(/[&<>"'\r]/g, (one) => ENTITIES[one]!);
}

/** An element with a text; nothing at all without one. */
export function field(name: string, text: string | null | undefined): string {
  return text === null || text === undefined ? '' : `<${name}>${xmlEscaped(text)}</${name}>`;
}

/** An element with elements inside, written by `field` and `group`; nothing at all when there are none. */
export function group(name: string, inside: readonly string[], attributes = ''): string {
  const text = inside.join('');
  if (text === '') return '';
  // An end tag does not repeat the attributes.
  return `<${name}${attributes && ` ${attributes}`}>${text}</${name}>`;
}

/** The first element of this name, the nearest to the root before those deeper down. */
export function firstElement(root: XmlElement, name: string): XmlElement | null {
  let level = [root];
  while (level.length > 0) {
    const next = level.flatMap((one) => elementsOf(one));
    const found = next.find((one) => one.local === name);
    if (found) return found;
    level = next;
  }
  return null;
}

/** The text of the first element of this name. */
export function firstText(root: XmlElement, name: string): string | null {
  const found = firstElement(root, name);
  return found && textOfElement(found);
}
