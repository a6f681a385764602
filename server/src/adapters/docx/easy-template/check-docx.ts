import { DocxRefused, openPackage } from './docx-package.ts';

/** Settings may name the template and the address list a document was made from; the paper does not need them. */
const SETTINGS_RELATIONS = 'word/_rels/settings.xml.rels';
const SETTINGS = 'word/settings.xml';
/** Fields that bring in files, pictures and data, or start something. */
const FETCHING_FIELD =
  /INCLUDE(PICTURE|TEXT)|DDE(AUTO)?\b|\b(INCLUDE|IMPORT|LINK|EMBED|DATABASE|RD|AUTOTEXT|MACROBUTTON|CONTROL|HTMLCONTROL|ADDIN)\b/i;
const RELATION = /<(?:\w+:)?Relationship\b[^>]*>/g;
const HARMLESS_TARGET = /^(https?:|mailto:|tel:|#)/i;
/** Names an address and no part of this file. */
const ELSEWHERE = /^\s*(?:[a-z][a-z0-9+.-]*:(?!image\/)|\/\/|\\\\)/i;

/** Throws why the file is refused; answers what may be opened. */
export async function checkDocx(bytes: Uint8Array): Promise<Uint8Array> {
  const parts = await openPackage(bytes);
  const changed = new Map<string, string>();
  for (const name of parts.texts) {
    const text = await parts.readText(name);
    // Neither stands in honest text: there the sign is written as an entity.
    if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) refuse();
    if (name === '[Content_Types].xml') checkTypes(text);
    if (name === SETTINGS_RELATIONS) {
      const rest = text.replace(RELATION, (tag) => (isElsewhere(tag) ? '' : tag));
      if (rest !== text) changed.set(name, rest);
    } else if (name.toLowerCase().endsWith('.rels')) {
      checkRelations(text);
    } else {
      checkMarkup(text, name.toLowerCase().endsWith('.svg'));
    }
  }
  if (changed.size === 0) return bytes;
  if (parts.texts.includes(SETTINGS)) {
    const settings = await parts.readText(SETTINGS);
    changed.set(
      SETTINGS,
      settings
        .replace(/<w:attachedTemplate\b[^>]*\/>/g, '')
        .replace(/<w:mailMerge\b(?:[^>]*\/>|[\s\S]*?<\/w:mailMerge>)/g, ''),
    );
  }
  return parts.rewrite(changed);
}

function refuse(): never {
  throw new DocxRefused('docx_active_content');
}

function checkTypes(text: string): void {
  if (/macroEnabled|vbaProject|activeX|oleObject/i.test(text)) refuse();
}

function checkRelations(text: string): void {
  for (const [tag] of text.matchAll(RELATION)) {
    const type = attribute(tag, 'Type');
    if (/\/(oleObject|aFChunk|control|vbaProject|subDocument|frame)$/i.test(type)) refuse();
    if (!isElsewhere(tag)) continue;
    if (!type.endsWith('/hyperlink') || !HARMLESS_TARGET.test(attribute(tag, 'Target'))) refuse();
  }
}

function isElsewhere(relation: string): boolean {
  return (
    attribute(relation, 'TargetMode').toLowerCase() === 'external' ||
    ELSEWHERE.test(attribute(relation, 'Target'))
  );
}

function checkMarkup(text: string, is_svg: boolean): void {
  if (/<(?:\w+:)?(altChunk|subDoc|OLEObject|script|foreignObject)\b/i.test(text)) refuse();
  for (const [, double, single] of text.matchAll(
    /<(?:\w+:)?(?:imagedata|fill|stroke)\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/gi,
  ))
    if (ELSEWHERE.test(decode(double ?? single ?? ''))) refuse();
  if (is_svg)
    for (const [, double, single] of text.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi))
      if (!/^(#|data:image\/)/i.test(decode(double ?? single ?? '').trim())) refuse();
  if (is_svg && /@import|url\(\s*["']?(?!#)/i.test(text)) refuse();
  // The code of one field may be cut into many runs, and a simple field carries it in an attribute.
  const runs = [...text.matchAll(/<(?:\w+:)?instrText\b[^>]*>([^<]*)</g)].map(([, code]) =>
    decode(code ?? ''),
  );
  const simple = [...text.matchAll(/\b(?:\w+:)?instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, a, b]) =>
    decode(a ?? b ?? ''),
  );
  for (const code of [runs.join(''), runs.join(' '), simple.join(' ')])
    if (FETCHING_FIELD.test(code)) refuse();
}

function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return decode(match?.[1] ?? match?.[2] ?? '');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : -1;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    return ENTITIES[String(name).toLowerCase()] ?? all;
  });
}
