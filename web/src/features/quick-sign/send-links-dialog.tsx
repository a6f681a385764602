import { Radio } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Input } from '../../platform/api.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { asRun } from '../jobs/public.ts';

type Channel = Input<'quick_sign.send_acts'>['body']['channel'];

interface SendLinksDialogProps {
  /** Acts named or selected, or contracts. */
  papers: { act_ids: number[] } | { selection_id: number } | { document_ids: number[] };
  /** How many, in words. */
  what: string;
  onClose: () => void;
  onStarted: (run_id: number) => void;
}

/** Asks how links go to whoever has not signed many papers, and starts the run. */
export default function SendLinksDialog({ papers, what, onClose, onStarted }: SendLinksDialogProps) {
  const t = useTexts('quick-sign');
  const [key] = useState(newRandomKey);
  const [channel, setChannel] = useState<Channel>('sms');
  const confirm = async () => {
    const { run_id } =
      'document_ids' in papers
        ? await api.call('quick_sign.send_documents', { body: { ...papers, channel } }, asRun(key))
        : await api.call('quick_sign.send_acts', { body: { ...papers, channel } }, asRun(key));
    void invalidate(['jobs.list']);
    onStarted(run_id);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('send.title')}
      confirmLabel={t('send.begin')}
      onConfirm={confirm}
    >
      <p>{what}</p>
      <p>{t('send.hint')}</p>
      <Radio.Group label={t('send.way')} value={channel} onChange={(value) => setChannel(value as Channel)}>
        <div className="k-row k-gap-16 k-above-8">
          <Radio value="sms" label={t('send.sms')} />
          <Radio value="email" label={t('send.email')} />
        </div>
      </Radio.Group>
    </ConfirmDialog>
  );
}
