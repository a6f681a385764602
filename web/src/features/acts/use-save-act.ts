import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { callQuery, invalidate, queryClient } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { useGo } from '../../ui/app-link.tsx';
import { toasts } from '../../ui/toasts.ts';
import { draftOf, toInput } from './act-draft.ts';
import { STALE_AFTER_ACT } from './acts.data.ts';
import { sendOne } from './send-one.ts';
import type { ActFormState } from './use-act-form.ts';

/** Saves the act, sends it if asked to, and goes to its page. Tells what stood against it. */
export function useSaveAct(act: ActView | null, form: ActFormState) {
  const t = useTexts('acts');
  const go = useGo();
  const [fresh, setFresh] = useState<ActView | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const keyOf = useRepeatKey();
  // A second press may come before the button knows of the first.
  const isBusy = useRef(false);

  const write = async (): Promise<ActView> => {
    const body = toInput(form.draft);
    if (!act) return await api.call('acts.create', { body }, { idempotency_key: keyOf(body) });
    const version = form.version ?? undefined;
    return await api.call('acts.update', { params: { act_id: act.id }, body: { ...body, version } });
  };
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: async (send: boolean) => {
      setFault(null);
      const saved = await write();
      form.forget();
      if (send) {
        await sendOne(saved.id, newRandomKey()).then(
          () => toasts.success(t('done.send', { number: saved.number })),
          (error: unknown) => toasts.error(t('form.send_failed', { reason: errorText(error) })),
        );
      } else toasts.success(t('done.saved', { number: saved.number }));
      await invalidate(STALE_AFTER_ACT);
      go(`/lk/business/acts/${saved.id}`, { replace: true });
    },
    onSettled: () => {
      isBusy.current = false;
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'act.stale_version' && act) {
        setFresh(await readFresh(act.id));
        return;
      }
      const lost = error instanceof ApiError && error.code === 'network' && !act && navigator.onLine;
      if (!form.faults.take(error)) setFault(lost ? t('form.lost_answer') : errorText(error));
    },
  });
  return {
    save: (send: boolean) => {
      if (isBusy.current) return;
      isBusy.current = true;
      save.mutate(send);
    },
    isSaving: save.isPending,
    /** How it is called, to press again: which of the two buttons turns. */
    sends: save.variables ?? false,
    failed: save.error,
    fault,
    fresh,
    keepOwn: () => {
      if (fresh) {
        form.setVersion(fresh.version);
        // How often it repeats is one's own choice too, also where that is what it was before the other changed it.
        form.change({ period_before: draftOf(fresh).period_id });
      }
      setFresh(null);
    },
    setFresh,
  };
}

async function readFresh(act_id: number): Promise<ActView> {
  return await queryClient.fetchQuery({ ...callQuery('acts.get', { params: { act_id } }), staleTime: 0 });
}
