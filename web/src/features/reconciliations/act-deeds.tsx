import type { ReconciliationView } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate, queryClient } from '../../platform/query.ts';
import { AppLink, useGo } from '../../ui/app-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import { SigningDialog } from '../signing/public.ts';
import { useRemind } from './acts-bulk.tsx';
import { may, maySign, type Viewer } from './reconciliation-look.ts';
import css from './reconciliations.module.css';

type Question = 'issue' | 'send_again' | 'withdraw';

/** The buttons of the state, the likeliest first, and the questions behind them. */
export function ActDeeds({ act, viewer }: { act: ReconciliationView; viewer: Viewer }) {
  const t = useTexts('reconciliations');
  const go = useGo();
  const [open, setOpen] = useState<Question | 'sign' | null>(null);
  const remind = useRemind();
  const close = () => setOpen(null);
  const params = { reconciliation_id: act.id };
  const { date_from, date_to, answer_until, executor } = act;
  const list = `/lk/business/reconciliation/acts?date_from=${date_from}&date_to=${date_to}`;
  const withdraw = async () => {
    await api.call('reconciliations.withdraw', { params });
    await invalidate(['reconciliations.parties', 'reconciliations.list', 'home.']);
  };
  const deeds: Record<Question, () => Promise<void>> = {
    async issue() {
      await api.call('reconciliations.issue', { params });
      await invalidate(['reconciliations.', 'home.']);
      toasts.success(t('issued'));
    },
    async withdraw() {
      await withdraw();
      go(list);
      toasts.success(t('withdrawn'));
    },
    async send_again() {
      const until =
        answer_until && answer_until >= new Date().toISOString().slice(0, 10) ? answer_until : null;
      await withdraw();
      const body = { date_from, date_to, executor_company_ids: [executor.id], answer_until: until };
      await api.call('reconciliations.send', { body }, { idempotency_key: newRandomKey() });
      await invalidate(['reconciliations.parties', 'reconciliations.list']);
      go(list);
      toasts.success(t('sent_again'));
    },
  };
  const questions = (['issue', 'send_again', 'withdraw'] as const).filter(
    (one) =>
      may(act, one === 'send_again' ? 'withdraw' : one, viewer) && (one !== 'send_again' || act.answered_at),
  );
  const signs = maySign(act, viewer);
  return (
    <div className={`k-row k-end ${css.deeds}`}>
      {signs && <Button onClick={() => setOpen('sign')}>{t('sign')}</Button>}
      {may(act, 'remind', viewer) && (
        <Button
          loading={remind.isPending}
          onClick={() => remind.mutate({ body: { reconciliation_ids: [act.id] } })}
        >
          {t('remind')}
        </Button>
      )}
      {questions.map((one, at) => (
        <Button
          key={one}
          variant={one === 'withdraw' || at > 0 || signs ? 'default' : 'filled'}
          color={one === 'withdraw' ? 'bad' : undefined}
          onClick={() => setOpen(one)}
        >
          {t(one)}
        </Button>
      ))}
      {act.document && (
        <Button
          variant="default"
          component={AppLink}
          href={`/lk/${viewer.side}/contracts/${act.document.id}`}
        >
          {t('document')}
        </Button>
      )}
      <Downloads reconciliation_id={act.id} />
      <SigningDialog
        doc_type="document"
        ids={act.document ? [act.document.id] : []}
        opened={open === 'sign'}
        onClose={(signed) => {
          close();
          if (signed) void invalidate(['reconciliations.', 'home.']);
        }}
      />
      {questions.map((one) => (
        <ConfirmDialog
          key={one}
          opened={open === one}
          onClose={close}
          title={t(one)}
          confirmLabel={t(one)}
          {...(one === 'withdraw' && { tone: 'bad' as const })}
          onConfirm={deeds[one]}
        >
          <p>{t(`${one}_about`)}</p>
        </ConfirmDialog>
      ))}
    </div>
  );
}

function Downloads({ reconciliation_id }: { reconciliation_id: number }) {
  const t = useTexts('reconciliations');
  const download = useMutation(
    {
      mutationFn: async (kind: 'pdf' | 'sheet') => {
        const file = await api.call(`reconciliations.${kind}`, { params: { reconciliation_id } });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  return (['pdf', 'sheet'] as const).map((kind) => (
    <DownloadButton
      key={kind}
      loading={download.isPending && download.variables === kind}
      onClick={() => download.mutate(kind)}
    >
      {t(kind)}
    </DownloadButton>
  ));
}
