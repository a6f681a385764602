import { foldText } from './read-typed.ts';

/** Tables take a БИН for a number and drop its leading zeros; people write what it is before it. */
export function binOf(number: string): string {
  return number.replace(/[\s'’]|^(?:иин|бин|жсн|бсн)[\s/:№]*/giu, '').padStart(12, '0');
}

/** The kind of company stands before or behind its name, in either language. */
export function plainCompany(name: string): string {
  return foldText(name)
    .replace(/["«»“”„'’.,]/g, ' ')
    .replace(/(?<![а-яa-z])(?:тоо|ип|ао|жшс|жк|ак|кх|шк)(?![а-яa-z])/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
