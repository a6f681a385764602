import { Select } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { Window } from '../../ui/window.tsx';
import { assignAsBefore, changeMany, undoChange, useColleagues } from './executors.data.ts';
import type { ExecutorItem, ManyDeed } from './executors.data.ts';

interface ChangeDialogProps {
  deed: ManyDeed;
  executors: readonly Pick<ExecutorItem, 'executor_company_id' | 'company_name' | 'responsible'>[];
  onClose: (done: boolean) => void;
}

type Row = Answer<'executors.stop_many'>['items'][number];
const NOBODY = 'nobody';

/** Asks before one or many are stopped, resumed or given to somebody; says afterwards for whom it did not work. */
export function ChangeDialog({ deed, executors, onClose }: ChangeDialogProps) {
  const t = useTexts('executors');
  const f = useFormats();
  // Made when it opens: pressed again after a lost answer, it is the same deed.
  const [key, setKey] = useState(newRandomKey);
  const [chosen, setChosen] = useState(String(executors[0]?.responsible?.user_id ?? NOBODY));
  const [failed, setFailed] = useState<Row[]>([]);
  // The window closes itself after the deed; what is shown next is decided here.
  const settled = useRef(false);
  const { data: colleagues } = useColleagues(deed === 'assign');
  const confirm = async () => {
    const ids = executors.map((one) => one.executor_company_id);
    const answer = await changeMany(deed, ids, chosen === NOBODY ? null : Number(chosen), key);
    settled.current = true;
    const wrong = answer.items.filter((row) => row.status === 'failed');
    if (answer.state === 'running') toasts.success(t('running'));
    else if (wrong.length === 0)
      offerUndo(t(`done.${deed}`), () =>
        deed === 'assign' ? assignAsBefore(executors) : undoChange(answer.run_id),
      );
    if (wrong.length === 0) onClose(true);
    else setFailed(wrong);
  };
  if (failed.length > 0)
    return (
      <Window opened title={t('failed_title')} onClose={() => onClose(true)}>
        <p>
          {t('failed_count', {
            ok: f.number(executors.length - failed.length),
            failed: f.number(failed.length),
          })}
        </p>
        <ul className="k-stack k-gap-8 k-flat k-bullets">
          {failed.map((row) => (
            <li key={row.act_id}>
              <strong>{executors.find((one) => one.executor_company_id === row.act_id)?.company_name}</strong>
              : {row.message}
            </li>
          ))}
        </ul>
      </Window>
    );
  const [only] = executors.length === 1 ? executors : [];
  return (
    <ConfirmDialog
      opened
      title={t(`${deed}_title`)}
      confirmLabel={deed === 'assign' ? t('assign_yes') : t(deed)}
      onClose={() => !settled.current && onClose(false)}
      onConfirm={confirm}
    >
      <p className="k-bold">
        {only?.company_name ?? t('selected', { count: executors.length, shown: f.number(executors.length) })}
      </p>
      <p>{t(`${deed}_hint`)}</p>
      {deed === 'assign' && (
        <Select
          label={t('column.responsible')}
          allowDeselect={false}
          searchable
          data-autofocus
          comboboxProps={{ withinPortal: true }}
          data={[
            { value: NOBODY, label: t('nobody_choice') },
            ...(colleagues ?? []).map((one) => ({ value: String(one.user_id), label: one.full_name })),
          ]}
          value={chosen}
          onChange={(value) => {
            setChosen(value ?? NOBODY);
            setKey(newRandomKey());
          }}
        />
      )}
    </ConfirmDialog>
  );
}
