import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTextByCode } from '../../platform/i18n.ts';
import { draftOf } from './act-draft.ts';
import type { ActDraft } from './act-draft.ts';
import { checkAct } from './check-act.ts';
import type { ActFaults, ContractTerm } from './check-act.ts';
import { draftKey, dropDraft, findOtherDraft, keepDraft, readDraft } from './local-draft.ts';

const AUTOSAVE_MS = 600;

/**
 * The text of the form: what is typed, what is wrong with it, its copy on this device. `findTerm` gives the dates of the
 * contract that is chosen, `empty` a new act.
 */
export function useActForm(
  place: string,
  act: ActView | null,
  findTerm: (draft: ActDraft) => ContractTerm | null,
  empty: () => ActDraft,
) {
  const key = draftKey(place, act ? String(act.id) : 'new');
  const [kept] = useState(() => readDraft<ActDraft>(key));
  const [other, setOther] = useState(() => (kept ? null : findOtherDraft<ActDraft>(key)));
  const [draft, setDraft] = useState<ActDraft>(() => kept?.value ?? (act ? draftOf(act) : empty()));
  const [version, setVersion] = useState(kept ? kept.version : (act?.version ?? null));
  const [restored_at, setRestoredAt] = useState(kept?.at ?? null);
  const [kept_at, setKeptAt] = useState<string | null>(null);
  const dirty = useRef(false);

  useEffect(() => {
    if (!dirty.current) return undefined;
    const timer = setTimeout(() => {
      // Saved on the server meanwhile.
      if (!dirty.current) return;
      const at = new Date().toISOString();
      if (keepDraft(key, { value: draft, version, at })) setKeptAt(at);
    }, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [key, draft, version]);

  const faults = useFaults(draft, findTerm, Boolean(act?.corrects_act_id));
  const { clear } = faults;
  const change = useCallback((part: Partial<ActDraft> | ((before: ActDraft) => Partial<ActDraft>)) => {
    dirty.current = true;
    setDraft((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
  }, []);
  const replace = useCallback(
    (value: ActDraft, of_version: number | null) => {
      dirty.current = false;
      dropDraft(key);
      setDraft(value);
      setVersion(of_version);
      setRestoredAt(null);
      setKeptAt(null);
      clear();
    },
    [key, clear],
  );
  return {
    draft,
    change,
    version,
    setVersion,
    faults,
    kept_at,
    restored_at,
    /** A copy of another tab, to be taken or thrown away. */
    other: other?.kept ?? null,
    takeOther: () => {
      if (!other) return;
      dropDraft(other.key);
      dirty.current = true;
      setDraft(other.kept.value);
      setVersion(other.kept.version);
      setOther(null);
    },
    dropOther: () => {
      if (other) dropDraft(other.key);
      setOther(null);
    },
    replace,
    startAnew: () => replace(act ? draftOf(act) : empty(), act?.version ?? null),
    /** After it was saved on the server. */
    forget: () => {
      dirty.current = false;
      dropDraft(key);
    },
  };
}

/**
 * Faults of a field are told once it was left, all of them after a try to save; those of the server at once. Lines are known
 * by their keys: one that has come since, or in which nothing is typed so far, has nothing wrong yet.
 */
function useFaults(draft: ActDraft, findTerm: (draft: ActDraft) => ContractTerm | null, corrects: boolean) {
  const say = useTextByCode('faults');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<ReadonlySet<string> | null>(null);
  const [server, setServer] = useState<{ field: string; message: string; of: ActDraft } | null>(null);
  const found = useMemo(() => checkAct(draft, findTerm(draft), corrects), [draft, findTerm, corrects]);
  const shown = useMemo(() => {
    const messages: Record<string, string> = {};
    const isTold = (field: string) => {
      const [, row, name] = /^services\.(\d+)\.(\w+)$/.exec(field) ?? [];
      const line = row === undefined ? undefined : draft.services[Number(row)];
      if (!line) return all !== null || left.has(field);
      const isBegun = line.description !== '' || line.rate !== '';
      return all?.has(line.key) || (isBegun && left.has(`services.${line.key}.${name}`));
    };
    for (const [field, fault] of Object.entries(found) as [string, NonNullable<ActFaults[string]>][])
      if (isTold(field)) messages[field] = say(fault.code, fault.code, fault.values);
    // It is about what was sent; once anything is changed it may be wrong.
    if (server?.of === draft) messages[server.field] = server.message;
    return messages;
  }, [found, all, left, server, draft, say]);
  return {
    shown,
    isRight: Object.keys(found).length === 0,
    showAll: () => setAll(new Set(draft.services.map(({ key }) => key))),
    /** A cell of a line by the key of that line: `services.<key>.rate`. */
    leave: useCallback(
      (field: string) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
      [],
    ),
    /** True when the error belongs to a field. */
    take: (error: unknown): boolean => {
      if (!(error instanceof ApiError) || !error.field) return false;
      setServer({ field: error.field, message: error.message, of: draft });
      return true;
    },
    clear: useCallback(() => {
      setLeft(new Set());
      setAll(null);
      setServer(null);
    }, []),
  };
}

export type ActFormState = ReturnType<typeof useActForm>;
