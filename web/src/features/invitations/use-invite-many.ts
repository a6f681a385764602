import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { newRandomKey } from '../../platform/http.ts';
import { invalidate } from '../../platform/query.ts';
import { useWho } from '../../platform/use-who.ts';
import { askedOf, useInvitationContracts, useTemplates } from './invitations.data.ts';
import { keepMany, readMany } from './many-draft.ts';
import type { ManyDraft } from './many-draft.ts';
import type { TypedInvite } from './read-pasted.ts';
import { useOffered } from './use-offered.ts';

export type ManyAnswer = Answer<'invitations.create_many'>;
export type CheckedRow = ManyAnswer['rows'][number];

const ANSWER_DAYS = 14;

/** The list: what stands for all rows, the rows as they are now, the last check of them, and the sending. */
export function useInviteMany(onStarted: (run_id: number) => void) {
  const who = useWho();
  const [today] = useState(() => almatyDate(new Date()));
  const [typed, setTyped] = useState<ManyDraft>(() =>
    readMany(who, {
      contract: '',
      number: '',
      date: '',
      end_date: addDays(today, ANSWER_DAYS),
      start_date: today,
      contract_end: addDays(today, 364),
      pasted: '',
      rows: [],
    }),
  );
  const { data: contracts } = useInvitationContracts();
  const { data: templates } = useTemplates();
  const { offered, sole, isComing } = useOffered(contracts, templates?.items);
  const draft = { ...typed, contract: typed.contract || sole };
  const [checked, setChecked] = useState<ManyAnswer | null>(null);
  // The same rows under the same key are the same run, however often the button is pressed.
  const key = useRef<{ of: string; key: string }>({ of: '', key: '' });

  const change = (part: Partial<ManyDraft>) => {
    const next = { ...draft, ...part };
    setTyped(next);
    keepMany(who, next);
    return next;
  };
  const forAll = (of: ManyDraft) => ({
    end_date: of.end_date,
    ...askedOf(of.contract),
    ...(of.number.trim() && { contract_number: of.number.trim() }),
    ...(of.date && { contract_date: of.date }),
    ...(of.contract.startsWith('t') && {
      contract_start_date: of.start_date,
      contract_end_date: of.contract_end,
    }),
  });
  const check = useMutation({
    meta: { quiet: true },
    mutationFn: async ({ draft: of, file }: { draft: ManyDraft; file?: File }) =>
      file
        ? api.call('invitations.create_many', {
            body: { ...forAll(of), dry_run: 'true' as const },
            files: { file },
          })
        : api.call('invitations.create_many', { body: { ...forAll(of), dry_run: true, rows: of.rows } }),
    onSuccess: (answer) => {
      setChecked(answer);
      change({ rows: answer.rows.map(toTyped) });
    },
  });
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const body = { ...forAll(draft), dry_run: false, rows: draft.rows };
      const of = JSON.stringify(body);
      if (key.current.of !== of) key.current = { of, key: newRandomKey() };
      return api.call('invitations.create_many', { body }, { idempotency_key: key.current.key });
    },
    onSuccess: (answer) => {
      void invalidate(['jobs.list', 'invitations.', 'executors.']);
      if (!answer.run) return setChecked(answer);
      keepMany(who, null);
      return onStarted(answer.run.id);
    },
  });
  return {
    today,
    offered,
    isComing,
    sole,
    draft,
    change,
    checked,
    check,
    send,
    /** Other rows than those that were checked. */
    replace(rows: TypedInvite[], pasted: string) {
      send.reset();
      setChecked(null);
      check.mutate({ draft: change({ rows, pasted }) });
    },
    readFile(file: File) {
      send.reset();
      setChecked(null);
      check.mutate({ draft: change({ pasted: '' }), file });
    },
    /** What stands for all rows was changed: the last check says nothing any more. */
    changeForAll(part: Partial<ManyDraft>) {
      send.reset();
      change(part);
      setChecked(null);
    },
    again(rows: TypedInvite[]) {
      send.reset();
      if (rows.length === 0) {
        change({ rows, pasted: '' });
        setChecked(null);
      } else check.mutate({ draft: change({ rows }) });
    },
    reset() {
      check.reset();
      send.reset();
      setChecked(null);
      change({ rows: [], pasted: '' });
    },
  };
}

function toTyped({ name, phone, end_date, contract }: CheckedRow): TypedInvite {
  return { name, phone, end_date, contract };
}
