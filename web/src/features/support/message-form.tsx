import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { TICKET_TEXT_MAX } from '@kelisim/shared/features/support/ticket-rules.ts';
import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AttachmentField } from './attachment-field.tsx';
import { isSendKey } from './send-key.ts';
import { draftKey, EMPTY_DRAFT, keepSupportDraft, readSupportDraft } from './support-draft.ts';
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
  const key = draftKey(useWho(), ticket.id);
  const [text, setText] = useState(() => readSupportDraft(key)?.text ?? '');
  const [tried, setTried] = useState(false);
  const attachments = useAttachments();
  const writing = useWrite(ticket.id);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => keepSupportDraft(key, { ...EMPTY_DRAFT, text }), [key, text]);
  const change = (next: string) => {
    setText(next);
    setTried(false);
    writing.reset();
  };
  const put = (words: string) => {
    change(text.trim() ? `${text.trimEnd()}\n\n${words}` : words);
    setTimeout(() => field.current?.focus());
  };
  const send = () => {
    if (writing.isPending) return;
    if (!text.trim()) {
      setTried(true);
      field.current?.focus();
      return;
    }
    writing.mutate(
      { text, files: attachments.files },
      {
        onSuccess: () => {
          setText('');
          attachments.clear();
          setTried(false);
          onSent();
          field.current?.focus();
        },
      },
    );
  };
  return (
    <form
      noValidate
      className={`k-stack k-gap-12 k-surface ${css.write}`}
      data-over={attachments.over || undefined}
      {...attachments.zone}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return;
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={field}
        label={t('write.label')}
        placeholder={t('write.placeholder')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={TICKET_TEXT_MAX}
        value={text}
        error={tried && !text.trim() ? t('write.required') : undefined}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <AttachmentField attachments={attachments} disabled={writing.isPending} progress={writing.progress} />
      {writing.error && (
        <p role="alert" className={css.error}>
          {errorText(writing.error)}
        </p>
      )}
      <div className="k-row k-gap-8-16 k-middle k-end">
        {Tools && <Tools ticket={ticket} put={put} />}
        <span className={css.keys}>{t('write.keys')}</span>
        <Button type="submit" loading={writing.isPending}>
          {t('write.send')}
        </Button>
      </div>
    </form>
  );
}
