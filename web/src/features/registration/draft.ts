import { useEffect, useState } from 'react';

const nameOf = (step: string) => `sign-up.${step}`;

/**
 * What is typed into a step, kept for the tab: a reload or a way back loses nothing. Passwords are never given to it.
 * What was kept wins over `initial` field by field.
 */
export function useDraft<T extends Record<string, string>>(step: string, initial: T) {
  const [fields, setFields] = useState<T>(() => ({ ...initial, ...readDraft<T>(step) }));
  useEffect(() => {
    sessionStorage.setItem(nameOf(step), JSON.stringify(fields));
  }, [step, fields]);
  return [fields, (part: Partial<T>) => setFields((before) => ({ ...before, ...part }))] as const;
}

function readDraft<T extends Record<string, string>>(step: string): Partial<T> {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(nameOf(step)) ?? '{}');
    const texts = Object.entries(read ?? {}).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts) as Partial<T>;
  } catch {
    return {};
  }
}

export function dropDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(nameOf(''))) sessionStorage.removeItem(name);
}
