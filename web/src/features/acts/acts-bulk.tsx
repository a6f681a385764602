import { useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { allOfFilter } from '../../ui/all-of-filter.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { PayDialog } from '../payments/public.ts';
import { SigningDialog } from '../signing/public.ts';
import type { Actor } from './actor.ts';
import type { ActsQuery } from './acts-list-state.ts';
import { readAllActs, STALE_AFTER_ACT } from './acts.data.ts';
import { BulkConfirm } from './bulk-confirm.tsx';
import { BulkCopy } from './bulk-copy.tsx';
import { RunDialog } from './run-dialog.tsx';
import { commonActions, sumOf } from './use-act-selection.ts';
import type { BulkAction, useActSelection } from './use-act-selection.ts';

interface ActsBulkProps {
  actor: Actor;
  query: ActsQuery;
  list: Answer<'acts.list'> | undefined;
  selection: ReturnType<typeof useActSelection>;
  /** The run in the address bar. */
  run_id: number | null;
  onRun: (run_id: number | null) => void;
}

interface Open {
  what: BulkAction | 'copy';
  act_ids: number[];
  /** Sum of them all; null when the numbers come from a run. */
  amount: string | null;
}

/** The bar over a selection and the dialogs behind its buttons. */
export function ActsBulk({ actor, query, list, selection, run_id, onRun }: ActsBulkProps) {
  const t = useTexts('acts');
  const [open, setOpen] = useState<Open | null>(null);
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const { acts, clear } = selection;
  const close = () => setOpen(null);
  const closeAfter = (changed: boolean) => {
    close();
    if (!changed) return;
    clear();
    void makeStale(STALE_AFTER_ACT);
  };
  const begin = (what: Open['what']) => {
    setNames(new Map(acts.map((act) => [act.id, t('number', { number: act.number })])));
    setOpen({ what, act_ids: acts.map((act) => act.id), amount: sumOf(acts) });
  };
  return (
    <>
      {acts.length > 0 && (
        <SelectionBar actor={actor} query={query} list={list} selection={selection} onAction={begin} />
      )}
      {open?.what === 'copy' && (
        <BulkCopy
          act_ids={open.act_ids}
          onClose={close}
          onStarted={(id) => {
            clear();
            onRun(id);
          }}
        />
      )}
      {open && open.what !== 'sign' && open.what !== 'pay' && open.what !== 'copy' && (
        <BulkConfirm
          kind={open.what}
          act_ids={open.act_ids}
          amount={open.amount}
          onClose={close}
          onStarted={(id) => {
            clear();
            onRun(id);
          }}
        />
      )}
      {run_id !== null && !open && (
        <RunDialog
          key={run_id}
          run_id={run_id}
          actor={actor}
          names={names}
          onClose={() => onRun(null)}
          onRetry={(kind, act_ids) => setOpen({ what: kind, act_ids, amount: null })}
          onSign={(act_ids) => {
            onRun(null);
            setOpen({ what: 'sign', act_ids, amount: null });
          }}
        />
      )}
      <SigningDialog
        doc_type="act"
        ids={open?.act_ids ?? []}
        opened={open?.what === 'sign'}
        onClose={closeAfter}
        nameOf={(id) => names.get(id)}
      />
      <PayDialog
        act_ids={open?.act_ids ?? []}
        amount={open?.amount ?? '0.00'}
        opened={open?.what === 'pay'}
        onClose={closeAfter}
        nameOf={(id) => names.get(id)}
      />
    </>
  );
}

interface SelectionBarProps extends Pick<ActsBulkProps, 'actor' | 'query' | 'list' | 'selection'> {
  onAction: (action: Open['what']) => void;
}

function SelectionBar({ actor, query, list, selection, onAction }: SelectionBarProps) {
  const t = useTexts('acts');
  const f = useFormats();
  const { acts, selectActs, clear } = selection;
  const legal = commonActions(acts, actor);
  const copies =
    actor.side === 'business' &&
    actor.rights.has('manage_acts') &&
    acts.every((act) => act.corrects_act_id === null);
  const actions = [...legal, ...(copies ? (['copy'] as const) : [])];
  const words = [
    t('bulk.count', { count: acts.length, shown: f.number(acts.length) }),
    f.money(sumOf(acts)),
    ...(legal.length === 0 ? [t('bulk.none')] : []),
  ];
  return (
    <BulkBar
      text={words.join(' · ')}
      actions={actions.map((action, at) => ({
        label: t(`actions.${action}`),
        primary: at === 0 && action !== 'annul' && action !== 'delete' && action !== 'copy',
        onClick: () => onAction(action),
      }))}
      all={allOfFilter({
        list,
        selected: acts.length,
        read: () => readAllActs(query),
        onSelect: selectActs,
        label: (kind, count) => t(`bulk.${kind}`, { shown: f.number(count) }),
      })}
      onClear={clear}
    />
  );
}
