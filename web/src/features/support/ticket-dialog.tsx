import limits from 'virtual:form-limits/support.create';
import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { TICKET_THEMES } from '@kelisim/shared/features/support/ticket-status.ts';
import { Select, Textarea } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { RestoredNote } from '../../ui/restored-note.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import { AttachmentField } from './attachment-field.tsx';
import { EMPTY_DRAFT, supportDraft } from './support-draft.ts';
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
export default function TicketDialog({ title, onClose, onSent }: TicketDialogProps) {
  const t = useTexts('support');
  const isPhone = useIsPhone();
  const draft = supportDraft(useWho(), 'new');
  const form = useForm(EMPTY_DRAFT, {
    limits,
    words: { theme_id: t('form.theme_required'), text: t('form.text_required') },
    draft,
  });
  const attachments = useAttachments();
  const sending = useOpenTicket();
  const save = async (values: typeof EMPTY_DRAFT) => {
    const ticket = await sending.mutateAsync({ ...values, files: attachments.files });
    draft.keep(null);
    toasts.success(t('form.sent', { id: ticket.id }));
    onSent(ticket);
  };
  const hint = TICKET_THEMES[Number(form.values.theme_id) - 1];
  return (
    <Window
      keeps
      opened
      onClose={form.busy ? () => undefined : onClose}
      title={title}
      size={640}
      fullScreen={isPhone}
    >
      <form
        className={`k-stack ${css.form}`}
        data-over={attachments.over || undefined}
        {...attachments.zone}
        {...form.bind(save)}
        onKeyDown={(event) => {
          if (isSendKey(event)) void form.submit(save);
        }}
      >
        <p className="k-second">{t('form.lead')}</p>
        <RestoredNote form={form} said={t('form.restored')} clear={t('form.clear')} />
        <Select
          label={t('form.theme')}
          data-autofocus={form.restored ? undefined : true}
          allowDeselect={false}
          data={TICKET_THEMES.map((one, at) => ({ value: String(at + 1), label: t(`theme.${one}`) }))}
          description={hint && t(`theme_hint.${hint}`)}
          {...form.field('theme_id')}
          value={form.values.theme_id || null}
        />
        <Textarea
          label={t('form.text')}
          description={t('form.text_hint')}
          minRows={4}
          maxRows={14}
          data-autofocus={form.restored ? true : undefined}
          {...form.field('text')}
        />
        <AttachmentField attachments={attachments} disabled={form.busy} progress={sending.progress} />
        <FormFoot error={form.failure} submit={t('form.submit')} busy={form.busy} onCancel={onClose} />
      </form>
    </Window>
  );
}
