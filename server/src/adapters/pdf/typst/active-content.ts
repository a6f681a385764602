import { type PDFContext, PDFArray, PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';

/** Actions (ISO 32000-1, 12.6.4) that run, start, fetch, send or play something; links and page jumps stay. */
const ACTIONS = names(
  'JavaScript Launch GoToE GoToR SubmitForm ImportData Rendition Sound Movie RichMediaExecute GoTo3DView',
);
const ANNOTATIONS = names('FileAttachment RichMedia Screen Sound Movie 3D');
/** Keys that only occur with scripts, files and media inside, or forms with a program of their own. */
const KEYS = names('JS JavaScript RF XFA RichMediaContent');
const FILE_KEYS = names('EmbeddedFiles EF');
/** In a stream: its data, or the page it shows, lie in another file. */
const STREAM_KEYS = names('F FFilter Ref');

const JSON_DATA = PDFName.of('application/json');
const PAGE_TURNS = names('NextPage PrevPage FirstPage LastPage');
const [S, N, SUBTYPE, TYPE, EMBEDDED_FILE, AA, OPEN_ACTION, NAMED, GO_TO] = names(
  'S N Subtype Type EmbeddedFile AA OpenAction Named GoTo',
) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName];

/**
 * Looks at every object of the file, also at those no page refers to. One file of JSON inside, which our own acts have,
 * does nothing; any other could be opened and run.
 */
export function findActiveContent(context: PDFContext): boolean {
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  const [first, ...others] = objects.filter(
    (object): object is PDFStream =>
      object instanceof PDFStream && object.dict.lookup(TYPE) === EMBEDDED_FILE,
  );
  const is_data = others.length === 0 && first?.dict.lookup(SUBTYPE) === JSON_DATA;
  return objects.some((object) => isActive(object, is_data));
}

function isActive(root: PDFObject, is_data: boolean): boolean {
  const open: PDFObject[] = [root];
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof PDFArray) open.push(...object.asArray());
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    if (holds(ACTIONS, dict, S) || holds(ANNOTATIONS, dict, SUBTYPE)) return true;
    if (actsByItself(dict)) return true;
    if (KEYS.some((key) => dict.has(key))) return true;
    const has_file = dict.lookup(TYPE) === EMBEDDED_FILE || FILE_KEYS.some((key) => dict.has(key));
    if (has_file && !is_data) return true;
    if (object instanceof PDFStream && STREAM_KEYS.some((key) => dict.has(key))) return true;
    open.push(...dict.values());
  }
  return false;
}

function holds(forbidden: PDFName[], dict: PDFDict, key: PDFName): boolean {
  const value = dict.lookup(key);
  return value instanceof PDFName && forbidden.includes(value);
}

/**
 * What happens without a click (12.6.3): `AA` of the file, a page, a field or an annotation, and an `OpenAction` that is
 * more than a jump to a page. Named actions (12.6.4.11) turn pages; every other name, `Print` first, is up to the viewer.
 */
function actsByItself(dict: PDFDict): boolean {
  if (dict.has(AA)) return true;
  if (dict.lookup(S) === NAMED && !PAGE_TURNS.includes(dict.lookup(N) as PDFName)) return true;
  const opened = dict.lookup(OPEN_ACTION);
  return opened instanceof PDFDict && opened.lookup(S) !== GO_TO;
}

/** pdf-lib keeps one object per name, with `#xx` already decoded, so names compare by identity. */
function names(words: string): PDFName[] {
  return words.split(' ').map((word) => PDFName.of(word));
}
