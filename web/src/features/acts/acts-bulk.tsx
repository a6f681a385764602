import { ACT_ASKED_MANY, ACT_DEEDS } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActAskedMany, ActBulkDeed } from '@kelisim/shared/features/acts/act-status.ts';
import { Suspense, useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toasts } from '../../ui/toasts.ts';
import { PayDialog } from '../payments/public.ts';
import { SendLinksDialog } from '../quick-sign/public.ts';
import { SigningDialog } from '../signing/public.ts';
import type { Actor } from './actor.ts';
import { STALE_AFTER_ACT } from './acts.data.ts';
import { downloadActs, meantOf, readIds } from './runs.data.ts';
import type { MeantActs } from './runs.data.ts';
import { commonActions, sumOf } from './use-act-selection.ts';
import type { useActSelection } from './use-act-selection.ts';

const BulkConfirm = lazyPart(() => import('./bulk-confirm.tsx'));
const BulkCopy = lazyPart(() => import('./bulk-copy.tsx'));
const RunDialog = lazyPart(() => import('./run-dialog.tsx'));

interface ActsBulkProps {
  actor: Actor;
  list: Answer<'acts.list'> | undefined;
  selection: ReturnType<typeof useActSelection>;
  /** The run in the address bar. */
  run_id: number | null;
  onRun: (run_id: number | null) => void;
}

interface Open {
  what: ActBulkDeed;
  acts: MeantActs;
  /** Of those that are signed, which name each act. */
  act_ids: number[];
}

/** The bar over a selection and the dialogs behind its buttons. */
export function ActsBulk({ actor, list, selection, run_id, onRun }: ActsBulkProps) {
  const t = useTexts('acts');
  const f = useFormats();
  const [open, setOpen] = useState<Open | null>(null);
  const [busy, setBusy] = useState<ActBulkDeed | null>(null);
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const { acts, whole, clear } = selection;
  const close = () => setOpen(null);
  const closeAfter = (changed: boolean) => {
    close();
    if (!changed) return;
    clear();
    void invalidate(STALE_AFTER_ACT);
  };
  const begin = async (what: ActBulkDeed, meant: MeantActs) => {
    setBusy(what);
    try {
      if (what === 'download') await downloadActs(meant.meant);
      else {
        const act_ids = what === 'sign' ? await readIds(meant.meant) : [];
        setOpen({ what, acts: meant, act_ids });
      }
    } catch (error) {
      toasts.error(errorText(error));
    }
    setBusy(null);
  };
  const beginChosen = async (what: ActBulkDeed) => {
    setNames(new Map(acts.map((act) => [act.id, t('number', { number: act.number })])));
    if (whole)
      return begin(what, {
        meant: { selection_id: whole.selection_id },
        count: whole.count,
        amount: whole.amount,
      });
    setBusy(what);
    try {
      const meant = await meantOf(acts.map((act) => act.id));
      await begin(what, { meant, count: acts.length, amount: sumOf(acts) });
    } catch (error) {
      toasts.error(errorText(error));
    }
    setBusy(null);
  };
  const started = (id: number) => {
    clear();
    close();
    onRun(id);
  };
  const what = open?.what;
  return (
    <>
      {(acts.length > 0 || whole) && (
        <SelectionBar
          actor={actor}
          list={list}
          selection={selection}
          busy={busy}
          onAction={(what) => void beginChosen(what)}
        />
      )}
      <Suspense>
        {open && what === 'copy' && <BulkCopy acts={open.acts} onClose={close} onStarted={started} />}
        {open && isAsked(open.what) && (
          <BulkConfirm kind={open.what} acts={open.acts} onClose={close} onStarted={started} />
        )}
        {open && what === 'send_link' && (
          <SendLinksDialog
            papers={open.acts.meant}
            what={t('bulk.count', { count: open.acts.count, shown: f.number(open.acts.count) })}
            onClose={close}
            onStarted={started}
          />
        )}
        {run_id !== null && !open && (
          <RunDialog
            key={run_id}
            run_id={run_id}
            actor={actor}
            names={names}
            onClose={() => onRun(null)}
            onAgain={(kind, meant) => void begin(kind, meant)}
            onSign={(meant) => {
              onRun(null);
              void begin('sign', meant);
            }}
          />
        )}
      </Suspense>
      <SigningDialog
        doc_type="act"
        ids={open?.act_ids ?? []}
        opened={what === 'sign'}
        onClose={closeAfter}
        nameOf={(id) => names.get(id)}
      />
      <PayDialog
        acts={open?.acts.meant ?? { act_ids: [] }}
        count={open?.acts.count ?? 0}
        amount={open?.acts.amount ?? '0.00'}
        opened={what === 'pay'}
        onClose={closeAfter}
        onMany={started}
        nameOf={(id) => names.get(id)}
      />
    </>
  );
}

interface SelectionBarProps extends Pick<ActsBulkProps, 'actor' | 'list' | 'selection'> {
  busy: ActBulkDeed | null;
  onAction: (action: ActBulkDeed) => void;
}

const isAsked = (action: ActBulkDeed): action is ActAskedMany =>
  (ACT_ASKED_MANY as readonly ActBulkDeed[]).includes(action);

const isLikely = (action: ActBulkDeed) =>
  action !== 'copy' && action !== 'download' && ACT_DEEDS[action].button === 'likely';

function SelectionBar({ actor, list, selection, busy, onAction }: SelectionBarProps) {
  const t = useTexts('acts');
  const f = useFormats();
  const { acts, whole, isChoosing, selectAll, clear } = selection;
  const actions = whole ? whole.deeds : commonActions(acts, actor);
  const moves = actions.filter((action) => action !== 'copy' && action !== 'download');
  const count = whole?.count ?? acts.length;
  const words = [
    t('bulk.count', { count, shown: f.number(count) }),
    f.money(whole?.amount ?? sumOf(acts)),
    ...(moves.length === 0 ? [t('bulk.none')] : []),
  ];
  const isMore = list !== undefined && list.total > acts.length && list.total > list.items.length;
  return (
    <BulkBar
      text={words.join(' · ')}
      actions={actions.map((action, at) => ({
        label: t(`actions.${action}`),
        primary: at === 0 && isLikely(action),
        // What is unticked a moment ago is not yet left out.
        loading: isChoosing || busy === action,
        onClick: () => onAction(action),
      }))}
      all={
        isMore && !whole
          ? {
              label: list.is_exact ? t('bulk.all', { shown: f.number(list.total) }) : t('bulk.all_many'),
              onClick: selectAll,
            }
          : undefined
      }
      onClear={clear}
    />
  );
}
