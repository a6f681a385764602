/** The part of an address that names a town or a village: «г. Алматы», «Алматы қ.», «Алматы қаласы». */
export function cityOf(address: string | null): string | null {
  const parts = (address ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const marked = parts.map((part) => TOWN.exec(part)).find((match) => match !== null);
  const name = marked ? (marked.groups!.before ?? marked.groups!.after) : undefined;
  return name?.trim() || null;
}

const TOWN =
  /^(?:(?:г\.|город|с\.|село|п\.|пос\.|поселок|посёлок|аул)\s*(?<before>.+)|(?<after>.+?)\s*(?:қ\.|қаласы|а\.|ауылы|ауыл|кенті|к\.))$/iu;
