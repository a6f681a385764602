import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { TICKET_TEXT_MAX } from '@kelisim/shared/features/support/ticket-rules.ts';
import { TICKET_THEMES } from '@kelisim/shared/features/support/ticket-status.ts';
import { Button, Select, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import { AttachmentField } from './attachment-field.tsx';
import { draftKey, EMPTY_DRAFT, keepSupportDraft, readSupportDraft } from './support-draft.ts';
import { useOpenTicket } from './support.data.ts';
import css from './support.module.css';
import { isSendKey } from './send-key.ts';
import { useAttachments } from './use-attachments.ts';
import { useWho } from '../../platform/use-who.ts';

interface TicketDialogProps {
  title: string;
  onClose: () => void;
  onSent: (ticket: Ticket) => void;
}

/** A new question to the support. What is typed survives closing and every error. */
export function TicketDialog({ title, onClose, onSent }: TicketDialogProps) {
  const t = useTexts('support');
  const isPhone = useIsPhone();
  const key = draftKey(useWho(), 'new');
  const [kept] = useState(() => readSupportDraft(key));
  const [fields, setFields] = useState(kept ?? EMPTY_DRAFT);
  const [tried, setTried] = useState(false);
  const attachments = useAttachments();
  const sending = useOpenTicket();
  const theme = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => keepSupportDraft(key, fields), [key, fields]);
  const set = (part: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...part }));
    sending.reset();
  };
  const themeFault = tried && !fields.theme_id ? t('form.theme_required') : undefined;
  const textFault = tried && !fields.text.trim() ? t('form.text_required') : undefined;

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (!fields.theme_id) return theme.current?.focus();
    if (!fields.text.trim()) return text.current?.focus();
    if (sending.isPending) return undefined;
    return sending.mutate(
      { ...fields, files: attachments.files },
      {
        onSuccess: (ticket) => {
          keepSupportDraft(key, EMPTY_DRAFT);
          toasts.success(t('form.sent', { id: ticket.id }));
          onSent(ticket);
        },
      },
    );
  };
  const hint = TICKET_THEMES[Number(fields.theme_id) - 1];
  return (
    <Window
      opened
      onClose={sending.isPending ? () => undefined : onClose}
      title={title}
      size={640}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form
        noValidate
        className={`k-stack ${css.form}`}
        data-over={attachments.over || undefined}
        {...attachments.zone}
        onSubmit={submit}
        onKeyDown={(event: KeyboardEvent) => {
          if (isSendKey(event)) submit(event);
        }}
      >
        <p className="k-second">{t('form.lead')}</p>
        {kept && (
          <p className={`k-soft-accent k-flat ${css.restored}`} role="status">
            {t('form.restored')}
            <Button variant="subtle" size="compact-sm" onClick={() => set(EMPTY_DRAFT)}>
              {t('form.clear')}
            </Button>
          </p>
        )}
        <Select
          ref={theme}
          label={t('form.theme')}
          required
          data-autofocus={kept ? undefined : true}
          allowDeselect={false}
          data={TICKET_THEMES.map((one, at) => ({ value: String(at + 1), label: t(`theme.${one}`) }))}
          value={fields.theme_id || null}
          description={hint && t(`theme_hint.${hint}`)}
          error={themeFault}
          onChange={(theme_id) => set({ theme_id: theme_id ?? '' })}
        />
        <Textarea
          ref={text}
          label={t('form.text')}
          description={t('form.text_hint')}
          required
          autosize
          minRows={4}
          maxRows={14}
          maxLength={TICKET_TEXT_MAX}
          data-autofocus={kept ? true : undefined}
          value={fields.text}
          error={textFault}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <AttachmentField attachments={attachments} disabled={sending.isPending} progress={sending.progress} />
        <FormFoot
          error={sending.error && errorText(sending.error)}
          submit={t('form.submit')}
          busy={sending.isPending}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
