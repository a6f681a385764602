import type { ReadyAnswer } from '@kelisim/shared/features/support/support.contract.ts';
import { TICKET_TEXT_MAX } from '@kelisim/shared/features/support/ticket-rules.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './support.module.css';

const EMPTY = { title: '', text_ru: '', text_kz: '' };
const STALE = ['support.answers'];

/** One ready answer, in both languages. */
export function AnswerForm({ answer, onDone }: { answer: ReadyAnswer | null; onDone: () => void }) {
  const t = useTexts('support');
  const [body, setBody] = useState({ ...EMPTY, ...(answer && wordsOf(answer)) });
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      answer
        ? api.call('support.change_answer', { params: { answer_id: answer.id }, body })
        : api.call('support.add_answer', { body }),
    meta: { quiet: true },
    onSuccess: async () => {
      await makeStale(STALE);
      toasts.success(t('answers.saved'));
      onDone();
    },
  });
  const faultOf = (field: keyof typeof EMPTY) =>
    tried && !body[field].trim() ? t('answers.required') : undefined;
  const set = (part: Partial<typeof EMPTY>) => setBody((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const missing = (Object.keys(EMPTY) as (keyof typeof EMPTY)[]).find((field) => !body[field].trim());
    if (missing)
      (event.currentTarget as HTMLFormElement).querySelector<HTMLElement>(`[name="${missing}"]`)?.focus();
    else save.mutate();
  };
  const remove = async () => {
    await api.call('support.delete_answer', { params: { answer_id: answer!.id } });
    await makeStale(STALE);
    onDone();
  };
  return (
    <form noValidate className={`k-stack ${css.form}`} onSubmit={submit}>
      <TextInput
        data-autofocus
        required
        name="title"
        label={t('answers.name')}
        description={t('answers.name_hint')}
        maxLength={100}
        value={body.title}
        error={faultOf('title')}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      {(['text_ru', 'text_kz'] as const).map((field) => (
        <Textarea
          key={field}
          required
          name={field}
          label={t(`answers.${field}`)}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={TICKET_TEXT_MAX}
          value={body[field]}
          error={faultOf(field)}
          onChange={(event) => set({ [field]: event.currentTarget.value })}
        />
      ))}
      {save.error && (
        <p role="alert" className={css.error}>
          {errorText(save.error)}
        </p>
      )}
      <div className="k-actions">
        {answer && (
          <Button variant="subtle" color="bad" className={css.left} onClick={() => setAsked(true)}>
            {t('answers.delete')}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t('answers.back')}
        </Button>
        <Button type="submit" loading={save.isPending}>
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
