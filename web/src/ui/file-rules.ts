/** What a place for files takes. */
export interface FileRules {
  /** Endings with the dot, in small letters: `['.pdf', '.docx']`. */
  kinds: readonly string[];
  max_bytes: number;
  /** How many in all; one where nothing is said. */
  max_count?: number;
}

export type FileFault = { kind: 'wrong_kind' | 'too_large'; name: string } | { kind: 'over_count' };

/** Which of the new files may come in beside the ones that are there, and why the others may not. */
export function sortFiles(
  rules: FileRules,
  present: number,
  files: readonly File[],
): { taken: File[]; faults: FileFault[] } {
  const faults: FileFault[] = [];
  const fit = files.filter((file) => {
    const name = file.name.toLowerCase();
    const fault = !rules.kinds.some((kind) => name.endsWith(kind))
      ? 'wrong_kind'
      : file.size > rules.max_bytes
        ? 'too_large'
        : null;
    if (fault) faults.push({ kind: fault, name: file.name });
    return fault === null;
  });
  // A single place gives way to the new file; of several the first ones stay.
  const { max_count = 1 } = rules;
  const room = max_count === 1 ? 1 : Math.max(0, max_count - present);
  if (fit.length > room) faults.push({ kind: 'over_count' });
  return { taken: fit.slice(0, room), faults };
}
