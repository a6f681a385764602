import { decodeEntities } from '../../../platform/files/office-package.ts';
import type { LeftInText } from '../docx.ts';

/** Roots of the parts whose text is printed (ECMA-376-1, 11.3). */
const ROOT = /<(?:[\w.-]+:)?(document|hdr|ftr|footnotes|endnotes)[\s>]/;
const WHERE: Record<string, LeftInText['where']> = {
  document: 'body',
  hdr: 'header',
  ftr: 'footer',
  footnotes: 'note',
  endnotes: 'note',
};

/**
 * Tracked changes (ECMA-376-1, 17.13.5), also of paragraphs, cells and properties. LibreOffice prints all of them in its own
 * colours and bold type, so that even one of the look alone changes the paper.
 */
const MARKS =
  /<(?:[\w.-]+:)?(ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|rPrChange|pPrChange|sectPrChange|tblPrChange|tblPrExChange|tblGridChange|tcPrChange|trPrChange|commentReference)(?=[\s/>])[^>]*>/g;
const KINDS: Record<string, LeftInText['what']> = {
  ins: 'inserted',
  cellIns: 'inserted',
  del: 'deleted',
  cellDel: 'deleted',
  moveFrom: 'moved',
  moveTo: 'moved',
  commentReference: 'comment',
};
const LONGEST_EXCERPT = 80;

export function isTextOfPaper(part: string): boolean {
  return ROOT.test(part.slice(0, 10_000));
}

/** Finds what reviewers left in the parts that are printed: the first change, or else the first comment, and how many. */
export function findLeftInText(parts: readonly string[]): LeftInText | null {
  const found = parts.flatMap((part) => {
    const where = WHERE[ROOT.exec(part.slice(0, 10_000))?.[1] ?? ''] ?? 'body';
    return [...part.matchAll(MARKS)].map(({ 0: tag, 1: mark, index }) => ({
      what: KINDS[mark!] ?? ('formatted' as const),
      where,
      textOf: () => excerpt(part, tag, mark!, index),
    }));
  });
  const changes = found.filter(({ what }) => what !== 'comment');
  const left = changes.length > 0 ? changes : found;
  const [first] = left;
  return first ? { what: first.what, where: first.where, text: first.textOf(), count: left.length } : null;
}

/** The words of the change itself, or else of the paragraph it stands in. */
function excerpt(part: string, tag: string, mark: string, index: number): string {
  const name = /^<([^\s/>]+)/.exec(tag)![1]!;
  const end = tag.endsWith('/>') ? -1 : part.indexOf(`</${name}>`, index);
  const own = end < 0 || mark.endsWith('Change') ? '' : wordsOf(part.slice(index, end));
  const words = own || wordsOf(paragraphAround(part, index));
  return words.length > LONGEST_EXCERPT ? `${words.slice(0, LONGEST_EXCERPT).trimEnd()}…` : words;
}

function paragraphAround(part: string, index: number): string {
  const starts = [...part.slice(0, index).matchAll(/<(?:[\w.-]+:)?p[\s>]/g)];
  const start = starts.at(-1)?.index ?? index;
  const end = /<\/(?:[\w.-]+:)?p>/.exec(part.slice(index))?.index ?? 0;
  return part.slice(start, index + end);
}

function wordsOf(markup: string): string {
  const texts = [...markup.matchAll(/<(?:[\w.-]+:)?(?:t|delText)(?:\s[^>]*)?>([^<]*)</g)];
  const text = texts.map(([, words]) => decodeEntities(words!)).join('');
  return text.replace(/\s+/g, ' ').trim();
}

const FIELD = /\{\s*[\p{L}_][\p{L}\p{N}_]{0,60}\s*\}/u;
const BRACES = new RegExp(`${FIELD.source}|\\{[^{}]*\\}|[{}]`, 'gu');

/**
 * Braces of a printed part that are no field: a pair with no name inside as it stands, a brace that is alone with the
 * words around it. In notes, where nothing is filled, every field is one.
 */
export function findStrayBraces(part: string): string[] {
  const filled = WHERE[ROOT.exec(part.slice(0, 10_000))?.[1] ?? ''] !== 'note';
  return part.split(/<\/(?:[\w.-]+:)?p>/).flatMap((paragraph) => {
    const words = wordsOf(paragraph);
    return [...words.matchAll(BRACES)]
      .filter(([braces]) => !(filled && FIELD.test(braces)))
      .map(({ 0: braces, index }) =>
        braces.length > 1
          ? braces.slice(0, LONGEST_EXCERPT)
          : words.slice(Math.max(0, index - 30), index + 50).trim(),
      );
  });
}
