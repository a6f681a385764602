/** Browsers that people still have know no `isWellFormed`. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/** PostgreSQL refuses NUL and lone surrogates; so does the boundary, before anything is stored. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}
