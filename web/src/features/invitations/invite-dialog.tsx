import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import limits from 'virtual:form-limits/invitations.create';
import ofUpload from 'virtual:form-limits/invitations.upload_contract';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useWho } from '../../platform/use-who.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { formDraft } from '../../ui/form-draft.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PhoneInput } from '../../ui/id-inputs.tsx';
import { PaperNumber, paperNumberOf } from '../../ui/paper-number.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import css from './invitations.module.css';
import { useInvitationContracts, useInvite, useTemplates } from './invitations.data.ts';
import { useOffered } from './use-offered.ts';

const ANSWER_DAYS = 14;
const PDF = { kinds: ['.pdf'], max_bytes: 20_000_000 };
const EMPTY = {
  name: '',
  phone: '',
  end_date: '',
  contract_id: '',
  /** A new contract instead of one that lies there. */
  upload: false,
  file: [] as File[],
  title: '',
  type_id: '1',
  start_date: '',
  contract_end: '',
  number: '',
  date: '',
};
const LIMITS = {
  ...limits,
  number: limits.contract_number,
  file: ofUpload.file,
  title: ofUpload.title,
  start_date: ofUpload.start_date,
  contract_end: ofUpload.end_date,
};
/** Nothing is wrong with the fields of a contract that is not asked for. */
const NOT_ASKED = { file: null, title: null, start_date: null, contract_end: null };

/** Whom, by which number, until when, to which contract. What is typed survives closing. */
export default function InviteDialog({ onClose }: { onClose: (sent: boolean) => void }) {
  const t = useTexts('invitations');
  const states = useTexts('states');
  const f = useFormats();
  const isPhone = useIsPhone();
  const [today] = useState(() => almatyDate(new Date()));
  const { data: contracts } = useInvitationContracts();
  const { data: templates } = useTemplates();
  const { offered, sole, isComing } = useOffered(contracts, templates?.items);
  const invite = useInvite();
  const mustUpload = contracts?.length === 0 && templates?.items.length === 0;
  const empty = { ...EMPTY, end_date: addDays(today, ANSWER_DAYS) };
  // Of one person in one company: a tab outlives both.
  const draft = formDraft(`invite.${useWho()}`, empty, 'sessionStorage');
  const form = useForm(empty, {
    limits: LIMITS,
    words: { file: t('dialog.file_required') },
    draft,
    fieldOf: (wire) =>
      ({ contract_number: 'number', contract_date: 'date' })[wire] ??
      (wire.startsWith('contract_') ? 'contract_id' : wire),
    check: ({ upload, contract_id, start_date, contract_end }) =>
      upload || mustUpload
        ? { contract_end: contract_end && contract_end < start_date ? t('dialog.dates') : undefined }
        : { ...NOT_ASKED, contract_id: contract_id || sole ? undefined : t('dialog.choose_contract') },
  });
  const { values } = form;
  const uploads = values.upload || mustUpload;
  const save = async ({ name, phone, end_date, title, type_id, start_date, ...given }: typeof EMPTY) => {
    const { number, date } = paperNumberOf(given);
    const paper = { ...(number && { contract_number: number }), ...(date && { contract_date: date }) };
    await invite(
      { name: name.trim(), phone, end_date, ...paper },
      uploads
        ? {
            upload: { title: title.trim(), type_id, start_date, end_date: given.contract_end },
            file: given.file[0]!,
          }
        : { choice: given.contract_id || sole },
    );
    draft.keep(null);
    toasts.success(t('dialog.sent', { phone: f.phone(phone) }));
    onClose(true);
  };
  return (
    <FormDialog
      title={t('dialog.title')}
      size={560}
      fullScreen={isPhone}
      form={form}
      save={save}
      submit={t('dialog.submit')}
      onClose={() => onClose(false)}
    >
      <TextInput
        label={t('dialog.name')}
        description={t('dialog.name_hint')}
        data-autofocus
        autoComplete="off"
        {...form.field('name')}
      />
      <PhoneInput
        label={t('dialog.phone')}
        description={t('dialog.phone_hint')}
        autoComplete="off"
        {...form.field('phone')}
      />
      <DateInput label={t('dialog.end_date')} min={today} {...form.field('end_date')} />
      {uploads ? (
        <fieldset className={`k-stack k-gap-12 k-flat k-shrink ${css.contract}`}>
          <legend>{t('dialog.contract')}</legend>
          {offered.length === 0 && <p className={css.second}>{t('dialog.contract_none')}</p>}
          <FileDrop
            {...PDF}
            label={t('dialog.file')}
            {...form.files('file')}
            onChange={(file) =>
              form.set({ file, title: values.title || (file[0]?.name.replace(/\.pdf$/i, '') ?? '') })
            }
          />
          <TextInput label={t('dialog.contract_title')} {...form.field('title')} />
          <Select
            label={t('dialog.type')}
            required
            allowDeselect={false}
            data={DOCUMENT_TYPES.map((code, at) => ({
              value: String(at + 1),
              label: states(`document_type.${code}`),
            }))}
            {...form.field('type_id')}
          />
          <div className={css.pair}>
            <DateInput label={t('dialog.start')} {...form.field('start_date')} />
            <DateInput
              label={t('dialog.end')}
              min={values.start_date || undefined}
              {...form.field('contract_end')}
            />
          </div>
        </fieldset>
      ) : (
        <Select
          label={t('dialog.contract')}
          searchable
          data={offered}
          disabled={isComing}
          {...form.field('contract_id')}
          required
          value={values.contract_id || sole || null}
        />
      )}
      <PaperNumber field={form.field} />
      {offered.length > 0 && (
        <Button variant="subtle" className="k-self-start" onClick={() => form.set({ upload: !uploads })}>
          {t(uploads ? 'dialog.choose' : 'dialog.upload')}
        </Button>
      )}
    </FormDialog>
  );
}
