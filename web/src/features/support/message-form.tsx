import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { Button, Textarea } from '@mantine/core';
import type { ComponentType } from 'react';
import limits from 'virtual:form-limits/support.write';
import { useTexts } from '../../platform/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AttachmentField } from './attachment-field.tsx';
import { isSendKey } from './send-key.ts';
import { EMPTY_DRAFT, supportDraft } from './support-draft.ts';
import { useWrite } from './support.data.ts';
import css from './support.module.css';
import { useAttachments } from './use-attachments.ts';
import { useWho } from '../../platform/use-who.ts';

/** What stands beside the text and adds words to it. */
export interface MessageTools {
  ticket: Ticket;
  put: (words: string) => void;
}

interface MessageFormProps {
  ticket: Ticket;
  onSent: () => void;
  /** More at the left of the button. */
  tools?: ComponentType<MessageTools> | undefined;
}

/** What is said next. The words stay until they are sent, through errors and reloads. */
export function MessageForm({ ticket, onSent, tools: Tools }: MessageFormProps) {
  const t = useTexts('support');
  const form = useForm(EMPTY_DRAFT, {
    limits,
    words: { text: t('write.required') },
    draft: supportDraft(useWho(), ticket.id),
  });
  const attachments = useAttachments();
  const writing = useWrite(ticket.id);
  const focus = () => form.ref.current?.querySelector('textarea')?.focus();
  const put = (words: string) => {
    const { text } = form.values;
    form.set({ text: text.trim() ? `${text.trimEnd()}\n\n${words}` : words });
    setTimeout(focus);
  };
  const send = async ({ text }: { text: string }) => {
    await writing.mutateAsync({ text, files: attachments.files });
    form.reset();
    attachments.clear();
    onSent();
    focus();
  };
  return (
    <form
      className={`k-stack k-gap-12 k-surface k-pad-16 ${css.write}`}
      data-over={attachments.over || undefined}
      {...attachments.zone}
      {...form.bind(send)}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return;
        event.preventDefault();
        void form.submit(send);
      }}
    >
      <Textarea
        label={t('write.label')}
        placeholder={t('write.placeholder')}
        minRows={3}
        maxRows={12}
        {...form.field('text')}
        required={false}
      />
      <AttachmentField attachments={attachments} disabled={form.busy} progress={writing.progress} />
      <Failure text={form.failure} />
      <div className="k-row k-gap-8-16 k-middle k-end">
        {Tools && <Tools ticket={ticket} put={put} />}
        <span className={`mantine-visible-from-sm ${css.keys}`}>{t('write.keys')}</span>
        <Button type="submit" loading={form.busy}>
          {t('write.send')}
        </Button>
      </div>
    </form>
  );
}
