import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { Window } from '../../ui/window.tsx';
import css from './documents.module.css';

interface RenewDialogProps {
  document_ids: number[];
  onClose: () => void;
  onStarted: (run_id: number) => void;
}

/** The same contracts with other dates. */
export function RenewDialog({ document_ids, onClose, onStarted }: RenewDialogProps) {
  const t = useTexts('documents');
  const keyOf = useRepeatKey();
  const [dates, setDates] = useState({ start_date: '', end_date: '' });
  const [send, setSend] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { start_date, end_date } = dates;
  const reversed = start_date !== '' && end_date !== '' && end_date < start_date;
  const said = (date: string) => (tried && date === '' ? t('renew.required') : undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!start_date || !end_date || reversed) return;
    const body = { document_ids, start_date, end_date, send };
    setBusy(true);
    setRefused(null);
    try {
      const run = await api.call('documents.renew', { body }, { idempotency_key: keyOf(body) });
      void makeStale(['jobs.list']);
      onStarted(run.id);
    } catch (error) {
      setRefused(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Window
      opened
      onClose={busy ? () => undefined : onClose}
      title={t('renew.title', { count: document_ids.length })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form noValidate className="k-stack" onSubmit={(event) => void submit(event)}>
        <p className="k-block k-plain k-second k-small">{t('renew.text')}</p>
        <div className={css.pair}>
          <DateInput
            label={t('renew.start')}
            required
            value={start_date}
            error={said(start_date)}
            onChange={(value) => setDates((before) => ({ ...before, start_date: value }))}
          />
          <DateInput
            label={t('renew.end')}
            required
            min={start_date || undefined}
            value={end_date}
            error={said(end_date) ?? (reversed ? t('renew.dates') : undefined)}
            onChange={(value) => setDates((before) => ({ ...before, end_date: value }))}
          />
        </div>
        <Checkbox
          label={t('renew.send')}
          checked={send}
          onChange={(event) => setSend(event.currentTarget.checked)}
        />
        <FormFoot error={refused} submit={t('renew.submit')} busy={busy} onCancel={onClose} />
      </form>
    </Window>
  );
}
