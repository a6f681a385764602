import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Input } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useGo } from '../../ui/app-link.tsx';
import { toasts } from '../../ui/toasts.ts';
import { PayDialog } from '../payments/public.ts';
import { SigningDialog } from '../signing/public.ts';
import type { NextDeed } from '../signing/public.ts';
import { STALE_AFTER_ACT } from './acts.data.ts';
import { readIds, selectActs } from './runs.data.ts';

export interface AskedOverAll {
  deed: 'sign' | 'pay';
  /** Which acts: those it finds when it is asked. */
  filter: NonNullable<NonNullable<Input<'acts.selection'>['body']>['filter']>;
  /** What follows when all is signed. */
  next?: NextDeed | undefined;
}

interface DeedOverAllProps {
  side: 'business' | 'executor';
  asked: AskedOverAll;
  /** The dialog is open. */
  onShown: () => void;
  onClose: () => void;
}

/** Somebody else has done it since the page was read. */
const isNone = (error: Error) => error instanceof ApiError && error.code === 'field.ids_empty';

/** Has the server write the acts down, then signs or pays them in the dialogs of their list. */
export default function DeedOverAllFlow({ side, asked, onShown, onClose }: DeedOverAllProps) {
  const t = useTexts('home');
  const go = useGo();
  const { deed, filter } = asked;
  const { data, error } = useQuery({
    queryKey: ['deed_over_all', deed, filter],
    queryFn: async () => {
      const { selection_id, count, amount } = await selectActs({ filter });
      const meant = { selection_id };
      return { meant, count, amount, act_ids: deed === 'sign' ? await readIds(meant) : [] };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { makes: true },
  });
  useEffect(() => {
    if (data) return onShown();
    if (!error) return;
    onClose();
    if (!isNone(error)) return void toasts.error(errorText(error));
    toasts.success(t('waiting.none_left'));
    void invalidate(STALE_AFTER_ACT);
  }, [data, error, t, onClose, onShown]);
  if (!data) return null;
  const close = (changed: boolean) => {
    onClose();
    if (changed) void invalidate(STALE_AFTER_ACT);
  };
  return deed === 'sign' ? (
    <SigningDialog opened doc_type="act" ids={data.act_ids} next={asked.next} onClose={close} />
  ) : (
    <PayDialog
      opened
      acts={data.meant}
      count={data.count}
      amount={data.amount}
      onClose={close}
      onMany={(run_id) => go(`/lk/${side}/acts?run=${run_id}`)}
    />
  );
}
