import { ACT_ASKED_MANY, ACT_BULK_DEEDS, ACT_DEEDS } from '@kelisim/shared/features/acts/act-status.ts';
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
import { downloadActs, meantOf, readIds, selectActs } from './runs.data.ts';
import type { MeantActs } from './runs.data.ts';
import { possibleDeeds, sumOf } from './use-act-selection.ts';
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
export default function ActsBulk({ actor, list, selection, run_id, onRun }: ActsBulkProps) {
  const t = useTexts('acts');
  const f = useFormats();
  const [open, setOpen] = useState<Open | null>(null);
  const [busy, setBusy] = useState<ActBulkDeed | null>(null);
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
    setBusy(what);
    try {
      await begin(what, whole ? await ofWhole(whole, what) : await ofPicked(what));
    } catch (error) {
      toasts.error(errorText(error));
    }
    setBusy(null);
  };
  const ofPicked = async (what: ActBulkDeed): Promise<MeantActs> => {
    // The dialog of signing says itself of each that is left out why it is.
    const open = possibleDeeds(acts, actor).find(({ deed }) => deed === what && deed !== 'sign');
    const these = open?.acts ?? acts;
    return {
      meant: await meantOf(these.map((act) => act.id)),
      count: these.length,
      amount: sumOf(these),
      left_out: acts.length - these.length,
    };
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
            onClose={() => onRun(null)}
            onUndone={onRun}
            onAgain={(kind, meant) => void begin(kind, meant)}
            onSign={(meant) => {
              onRun(null);
              void begin('sign', meant);
            }}
            onSendLinks={(meant) => void begin('send_link', meant)}
          />
        )}
      </Suspense>
      <SigningDialog doc_type="act" ids={open?.act_ids ?? []} opened={what === 'sign'} onClose={closeAfter} />
      <PayDialog
        acts={open?.acts.meant ?? { act_ids: [] }}
        count={open?.acts.count ?? 0}
        left_out={open?.acts.left_out}
        amount={open?.acts.amount ?? '0.00'}
        opened={what === 'pay'}
        onClose={closeAfter}
        onMany={started}
      />
    </>
  );
}

/** All of a filter, or of those the ones that the deed may be done with now. */
async function ofWhole(whole: Answer<'acts.selection'>, what: ActBulkDeed): Promise<MeantActs> {
  const { selection_id, partly } = whole;
  const isPartly = what !== 'sign' && partly.some(({ deed }) => deed === what);
  if (!isPartly) return { meant: { selection_id }, count: whole.count, amount: whole.amount };
  const open = await selectActs({ only: await readIds({ selection_id }), can: what });
  return {
    meant: { selection_id: open.selection_id },
    count: open.count,
    amount: open.amount,
    left_out: whole.count - open.count,
  };
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
  const count = whole?.count ?? acts.length;
  const open = whole
    ? [...whole.deeds.map((deed) => ({ deed, count })), ...whole.partly]
    : possibleDeeds(acts, actor).map((one) => ({ deed: one.deed, count: one.acts.length }));
  const actions = ACT_BULK_DEEDS.flatMap((deed) => open.find((one) => one.deed === deed) ?? []);
  const moves = actions.filter(({ deed }) => deed !== 'copy' && deed !== 'download');
  const words = [
    t('bulk.count', { count, shown: f.number(count) }),
    f.money(whole?.amount ?? sumOf(acts)),
    ...(moves.length === 0 ? [t('bulk.none')] : []),
    ...(actions.some((one) => one.count < count) ? [t('bulk.partly')] : []),
  ];
  const isMore = list !== undefined && list.total > acts.length && list.total > list.items.length;
  return (
    <BulkBar
      text={words.join(' · ')}
      actions={actions.map(({ deed, count: possible }, at) => ({
        label: possible < count ? `${t(`actions.${deed}`)} ${f.number(possible)}` : t(`actions.${deed}`),
        primary: at === 0 && isLikely(deed),
        // What is unticked a moment ago is not yet left out.
        loading: isChoosing || busy === deed,
        onClick: () => onAction(deed),
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
