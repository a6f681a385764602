import { elementsOf, textOfElement, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';

/** The text of the first element of this name, the nearest to the root before those deeper down. */
export function firstText(root: XmlElement, name: string): string | null {
  let level = [root];
  while (level.length > 0) {
    const next = level.flatMap((one) => elementsOf(one));
    const found = next.find((one) => one.local === name);
    if (found) return textOfElement(found);
    level = next;
  }
  return null;
}
