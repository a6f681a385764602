import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useRef, useState } from 'react';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { followMany } from './invitations.data.ts';
import type { FollowDeed, FollowRow, Invitation } from './invitations.data.ts';

const ANSWER_DAYS = 14;

interface FollowDialogProps {
  deed: FollowDeed;
  who: readonly Pick<Invitation, 'phone' | 'name'>[];
  onClose: (done: boolean) => void;
}

/** Asks before one or many are reminded, withdrawn or invited again; says afterwards with whom it did not work. */
export function FollowDialog({ deed, who, onClose }: FollowDialogProps) {
  const t = useTexts('invitations');
  const e = useTexts('executors');
  const f = useFormats();
  const [today] = useState(() => almatyDate(new Date()));
  const [end_date, setEnd] = useState(addDays(today, ANSWER_DAYS));
  const [key, setKey] = useState(newRandomKey);
  const [failed, setFailed] = useState<FollowRow[]>([]);
  const settled = useRef(false);
  const [only] = who.length === 1 ? who : [];
  const confirm = async () => {
    const rows = await followMany(
      deed,
      who.map((one) => one.phone),
      end_date,
      key,
    );
    settled.current = true;
    const wrong = rows.filter((row) => row.status === 'failed');
    if (wrong.length > 0) return setFailed(wrong);
    toasts.success(t('bulk_done', { shown: f.number(rows.length) }));
    return onClose(true);
  };
  if (failed.length > 0)
    return (
      <Window opened title={e('failed_title')} onClose={() => onClose(true)}>
        <p>
          {e('failed_count', { ok: f.number(who.length - failed.length), failed: f.number(failed.length) })}
        </p>
        <ul className="k-stack k-gap-8 k-flat k-bullets">
          {failed.map((row) => (
            <li key={row.phone}>
              <strong>{who.find((one) => one.phone === row.phone)?.name}</strong>: {row.message}
            </li>
          ))}
        </ul>
      </Window>
    );
  const title = { remind: 'remind_title', repeat: 'repeat_title', cancel: 'cancel_many_title' } as const;
  const hint = { remind: 'remind_hint', repeat: 'repeat_hint', cancel: 'cancel_many_hint' } as const;
  const label = { remind: 'remind', repeat: 'repeat', cancel: 'cancel_yes' } as const;
  return (
    <ConfirmDialog
      opened
      title={t(title[deed])}
      confirmLabel={t(label[deed])}
      tone={deed === 'cancel' ? 'bad' : undefined}
      disabled={deed === 'repeat' && !end_date}
      onClose={() => !settled.current && onClose(false)}
      onConfirm={confirm}
    >
      <p>
        <strong>{only?.name ?? t('selected', { count: who.length, shown: f.number(who.length) })}</strong>
      </p>
      <p>{t(hint[deed])}</p>
      {deed === 'repeat' && (
        <DateInput
          label={t('repeat_until')}
          required
          min={today}
          value={end_date}
          onChange={(date) => {
            setEnd(date);
            setKey(newRandomKey());
          }}
        />
      )}
    </ConfirmDialog>
  );
}
