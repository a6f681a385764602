import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { isMobilePhone } from '@kelisim/shared/kernel/phone.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useWho } from '../../platform/use-who.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { PhoneInput } from '../../ui/id-inputs.tsx';
import { PaperNumber, paperNumberOf } from '../../ui/paper-number.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import css from './invitations.module.css';
import { useInvitationContracts, useInvite, useTemplates } from './invitations.data.ts';
import { useOffered } from './use-offered.ts';
import { inviteFaults, readInvite, keepInvite } from './invite-draft.ts';
import type { InviteField, InviteFields } from './invite-draft.ts';

const ANSWER_DAYS = 14;
const PDF = { kinds: ['.pdf'], max_bytes: 20_000_000, max_count: 1 };

/** Whom, by which number, until when, to which contract. What is typed survives closing. */
export function InviteDialog({ onClose }: { onClose: (sent: boolean) => void }) {
  const t = useTexts('invitations');
  const states = useTexts('states');
  const f = useFormats();
  const isPhone = useIsPhone();
  const form = useRef<HTMLFormElement>(null);
  const who = useWho();
  const [today] = useState(() => almatyDate(new Date()));
  const [typed, setTyped] = useState<InviteFields>(() => readInvite(who, addDays(today, ANSWER_DAYS)));
  const [files, setFiles] = useState<File[]>([]);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<{ field: string | null; text: string } | null>(null);
  const { data: contracts } = useInvitationContracts();
  const { data: templates } = useTemplates();
  const { offered, sole, isComing } = useOffered(contracts, templates?.items);
  const fields = { ...typed, contract_id: typed.contract_id || sole };
  const { busy, invite, renew } = useInvite();
  const uploads = fields.upload === 'yes' || (contracts?.length === 0 && templates?.items.length === 0);
  const faults = inviteFaults(fields, { uploads, has_file: files.length > 0, isPhone: isMobilePhone });

  const set = (part: Partial<InviteFields>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    keepInvite(who, next);
    setRefused(null);
    renew();
  };
  const said = (field: InviteField) =>
    asked && faults[field]
      ? t(`dialog.${faults[field]}`)
      : refused?.field === field
        ? refused.text
        : undefined;
  const focus = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(faults).length > 0) return focus();
    const { name, phone, end_date, title, type_id, start_date, contract_end } = fields;
    const paper = paperNumberOf(fields);
    try {
      await invite(
        {
          name: name.trim(),
          phone,
          end_date,
          ...(paper.number && { contract_number: paper.number }),
          ...(paper.date && { contract_date: paper.date }),
        },
        uploads
          ? { upload: { title: title.trim(), type_id, start_date, end_date: contract_end }, file: files[0]! }
          : { choice: fields.contract_id },
      );
      keepInvite(who, null);
      toasts.success(t('dialog.sent', { phone: f.phone(phone) }));
      onClose(true);
    } catch (error) {
      const field = error instanceof ApiError ? error.field : null;
      setRefused({ field: fieldOf(field), text: errorText(error) });
      focus();
    }
    return undefined;
  };
  const known: (string | null)[] = [
    'name',
    'phone',
    'end_date',
    'contract_id',
    'title',
    'file',
    'start_date',
    'number',
    'date',
  ];
  return (
    <Window
      opened
      onClose={busy ? () => undefined : () => onClose(false)}
      title={t('dialog.title')}
      size={560}
      fullScreen={isPhone}
    >
      <form ref={form} noValidate className="k-stack" onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('dialog.name')}
          description={t('dialog.name_hint')}
          required
          data-autofocus
          maxLength={200}
          autoComplete="off"
          value={fields.name}
          error={said('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <PhoneInput
          label={t('dialog.phone')}
          description={t('dialog.phone_hint')}
          required
          autoComplete="off"
          value={fields.phone}
          error={said('phone')}
          onChange={(phone) => set({ phone })}
        />
        <DateInput
          label={t('dialog.end_date')}
          required
          min={today}
          value={fields.end_date}
          error={said('end_date')}
          onChange={(end_date) => set({ end_date })}
        />
        {uploads ? (
          <fieldset className={`k-stack k-gap-12 k-flat k-shrink ${css.contract}`}>
            <legend>{t('dialog.contract')}</legend>
            {offered.length === 0 && <p className={css.second}>{t('dialog.contract_none')}</p>}
            <FileDrop
              {...PDF}
              label={t('dialog.file')}
              files={files}
              disabled={busy}
              error={said('file')}
              onChange={(next) => {
                setFiles(next);
                const [file] = next;
                if (file && !fields.title) set({ title: file.name.replace(/\.pdf$/i, '') });
              }}
            />
            <TextInput
              label={t('dialog.contract_title')}
              required
              maxLength={200}
              value={fields.title}
              error={said('title')}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
            <Select
              label={t('dialog.type')}
              required
              allowDeselect={false}
              data={DOCUMENT_TYPES.map((code, at) => ({
                value: String(at + 1),
                label: states(`document_type.${code}`),
              }))}
              value={fields.type_id}
              onChange={(value) => set({ type_id: value ?? '1' })}
            />
            <div className={css.pair}>
              <DateInput
                label={t('dialog.start')}
                required
                value={fields.start_date}
                error={said('start_date')}
                onChange={(start_date) => set({ start_date })}
              />
              <DateInput
                label={t('dialog.end')}
                required
                min={fields.start_date || undefined}
                value={fields.contract_end}
                error={said('contract_end')}
                onChange={(contract_end) => set({ contract_end })}
              />
            </div>
          </fieldset>
        ) : (
          <Select
            label={t('dialog.contract')}
            required
            searchable
            data={offered}
            disabled={isComing}
            value={fields.contract_id || null}
            error={said('contract_id')}
            onChange={(value) => set({ contract_id: value ?? '' })}
          />
        )}
        <PaperNumber
          number={fields.number}
          date={fields.date}
          faults={{ number: said('number'), date: said('date') }}
          onChange={set}
        />
        {offered.length > 0 && (
          <Button
            variant="subtle"
            className="k-self-start"
            onClick={() => set({ upload: uploads ? '' : 'yes' })}
          >
            {t(uploads ? 'dialog.choose' : 'dialog.upload')}
          </Button>
        )}
        <div role="alert">
          {refused && !known.includes(refused.field) && (
            <p className={`k-soft-bad k-fault ${css.error}`}>{refused.text}</p>
          )}
        </div>
        <FormFoot submit={t('dialog.submit')} busy={busy} onCancel={() => onClose(false)} />
      </form>
    </Window>
  );
}

/** The field of the form that shows a fault of the call. */
function fieldOf(wire: string | null): string | null {
  if (wire === 'contract_number') return 'number';
  if (wire === 'contract_date') return 'date';
  return wire?.startsWith('contract_') ? 'contract_id' : wire;
}
