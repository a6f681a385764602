import limits from 'virtual:form-limits/support.add_answer';
import type { ReadyAnswer } from '@kelisim/shared/features/support/support.contract.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { useForm } from '../../ui/use-form.ts';
import css from './support.module.css';

const EMPTY = { title: '', text_ru: '', text_kz: '' };
const STALE = ['support.answers'];

/** One ready answer, in both languages. */
export function AnswerForm({ answer, onDone }: { answer: ReadyAnswer | null; onDone: () => void }) {
  const t = useTexts('support');
  const form = useForm({ ...EMPTY, ...(answer && wordsOf(answer)) }, { limits });
  const [asked, setAsked] = useState(false);
  const save = async (body: typeof EMPTY) => {
    await (answer
      ? api.call('support.change_answer', { params: { answer_id: answer.id }, body })
      : api.call('support.add_answer', { body }));
    await invalidate(STALE);
    toasts.success(t('answers.saved'));
    onDone();
  };
  const remove = async () => {
    const params = { answer_id: answer!.id };
    await api.call('support.delete_answer', { params });
    await invalidate(STALE);
    onDone();
    offerUndo(t('answers.deleted', { title: answer!.title }), async () => {
      await api.call('support.restore_answer', { params });
      await invalidate(STALE);
    });
  };
  return (
    <form className={`k-stack ${css.form}`} {...form.bind(save)}>
      <TextInput
        data-autofocus
        label={t('answers.name')}
        description={t('answers.name_hint')}
        {...form.field('title')}
      />
      {(['text_ru', 'text_kz'] as const).map((field) => (
        <Textarea key={field} label={t(`answers.${field}`)} minRows={3} maxRows={10} {...form.field(field)} />
      ))}
      <Failure text={form.failure} />
      <div className="k-actions">
        {answer && (
          <Button variant="subtle" color="bad" className={css.left} onClick={() => setAsked(true)}>
            {t('answers.delete')}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t('answers.back')}
        </Button>
        <Button type="submit" loading={form.busy}>
          {t('answers.save')}
        </Button>
      </div>
      {answer && (
        <ConfirmDialog
          opened={asked}
          title={t('answers.delete_ask', { title: answer.title })}
          confirmLabel={t('answers.delete')}
          tone="bad"
          onClose={() => setAsked(false)}
          onConfirm={remove}
        />
      )}
    </form>
  );
}

const wordsOf = ({ title, text_ru, text_kz }: ReadyAnswer) => ({ title, text_ru, text_kz });
