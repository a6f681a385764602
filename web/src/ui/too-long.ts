import { textOf } from '../platform/i18n.ts';

/**
 * What is said of a text that its field does not take whole; undefined of any other. No field of words has a `maxlength`:
 * the browser would cut a long paste without a word.
 */
export function tooLong(text: string, max: number): string | undefined {
  const { length } = text.trim();
  return length > max ? textOf('ui', 'faults.too_long', { length, max }) : undefined;
}
