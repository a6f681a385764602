import { attributeOf, decodeEntities, RELATIONSHIP } from '../../../platform/files/office-package.ts';
import type { DocxRefusal } from '../docx.ts';
import { DocxRefused, openPackage } from './docx-package.ts';
import { findLeftInText, isTextOfPaper } from './left-in-text.ts';

/** Settings may name the template and the address list a document was made from; the paper does not need them. */
const SETTINGS_RELATIONS = 'word/_rels/settings.xml.rels';
const SETTINGS = 'word/settings.xml';
/** Fields that bring in files, pictures and data, or start something. */
const FETCHING_FIELD =
  /INCLUDE(PICTURE|TEXT)|DDE(AUTO)?\b|\b(INCLUDE|IMPORT|LINK|EMBED|DATABASE|RD|AUTOTEXT|MACROBUTTON|CONTROL|HTMLCONTROL|ADDIN)\b/i;
const HARMLESS_TARGET = /^(https?:|mailto:|tel:|#)/i;
/** Names an address and no part of this file. */
const ELSEWHERE = /^\s*(?:[a-z][a-z0-9+.-]*:(?!image\/)|\/\/|\\\\)/i;

/** Throws why the file is refused; answers what may be opened. */
export async function checkDocx(bytes: Uint8Array): Promise<Uint8Array> {
  const parts = await openPackage(bytes);
  const changed = new Map<string, string>();
  const texts: string[] = [];
  for (const name of parts.texts) {
    const text = await parts.readText(name);
    // Neither stands in honest text: there the sign is written as an entity.
    if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) refuse();
    if (name === '[Content_Types].xml') checkTypes(text);
    if (isTextOfPaper(text)) texts.push(text);
    const grown = letRowsGrow(text);
    if (grown !== text) changed.set(name, grown);
    if (name === SETTINGS_RELATIONS) {
      const rest = text.replace(RELATIONSHIP, (tag) => (isElsewhere(tag) ? '' : tag));
      if (rest !== text) changed.set(name, rest);
    } else if (name.toLowerCase().endsWith('.rels')) {
      checkRelations(text);
    } else {
      checkMarkup(text, name.toLowerCase().endsWith('.svg'));
    }
  }
  const left = findLeftInText(texts);
  if (left) throw new DocxRefused(left.what === 'comment' ? 'docx_comments' : 'docx_changes', left);
  if (changed.size === 0) return bytes;
  if (changed.has(SETTINGS_RELATIONS) && parts.texts.includes(SETTINGS)) {
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

function refuse(code: DocxRefusal = 'docx_active_content'): never {
  throw new DocxRefused(code);
}

/** A row of exactly some height cuts off the text that LibreOffice sets a little larger than Word: it may grow. */
function letRowsGrow(text: string): string {
  if (!text.includes('trHeight')) return text;
  return text.replace(
    /(<(?:\w+:)?trHeight\b[^>]*hRule\s*=\s*["'])exact(?=["'](?:(?!<\/(?:\w+:)?tr>)[\s\S])*?<(?:\w+:)?t[\s>])/g,
    '$1atLeast',
  );
}

function checkTypes(text: string): void {
  if (/macroEnabled|vbaProject/i.test(text)) refuse('docx_macros');
  if (/activeX/i.test(text)) refuse('docx_control');
  if (/oleObject/i.test(text)) refuse('docx_object');
}

function checkRelations(text: string): void {
  for (const [tag] of text.matchAll(RELATIONSHIP)) {
    const type = attributeOf(tag, 'Type');
    if (type.endsWith('/vbaProject')) refuse('docx_macros');
    if (/\/control$/i.test(type)) refuse('docx_control');
    if (/\/(oleObject|aFChunk|subDocument|frame)$/i.test(type)) refuse('docx_object');
    if (!isElsewhere(tag)) continue;
    if (!type.endsWith('/hyperlink') || !HARMLESS_TARGET.test(attributeOf(tag, 'Target')))
      refuse('docx_outside');
  }
}

function isElsewhere(relation: string): boolean {
  return (
    attributeOf(relation, 'TargetMode').toLowerCase() === 'external' ||
    ELSEWHERE.test(attributeOf(relation, 'Target'))
  );
}

function checkMarkup(text: string, is_svg: boolean): void {
  if (/<(?:\w+:)?(altChunk|subDoc|OLEObject)\b/i.test(text)) refuse('docx_object');
  if (/<(?:\w+:)?(script|foreignObject)\b/i.test(text)) refuse();
  for (const [, double, single] of text.matchAll(
    /<(?:\w+:)?(?:imagedata|fill|stroke)\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/gi,
  ))
    if (ELSEWHERE.test(decodeEntities(double ?? single ?? ''))) refuse('docx_outside');
  if (is_svg)
    for (const [, double, single] of text.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi))
      if (!/^(#|data:image\/)/i.test(decodeEntities(double ?? single ?? '').trim())) refuse('docx_outside');
  if (is_svg && /@import|url\(\s*["']?(?!#)/i.test(text)) refuse('docx_outside');
  // The code of one field may be cut into many runs, and a simple field carries it in an attribute.
  const runs = [...text.matchAll(/<(?:\w+:)?instrText\b[^>]*>([^<]*)</g)].map(([, code]) =>
    decodeEntities(code ?? ''),
  );
  const simple = [...text.matchAll(/\b(?:\w+:)?instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, a, b]) =>
    decodeEntities(a ?? b ?? ''),
  );
  for (const code of [runs.join(''), runs.join(' '), simple.join(' ')])
    if (FETCHING_FIELD.test(code)) refuse('docx_field');
}
