import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { Select, Textarea, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/documents.create';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { formDraft } from '../../ui/form-draft.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PaperNumber, paperNumberOf } from '../../ui/paper-number.tsx';
import { RestoredNote } from '../../ui/restored-note.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { useExecutorNames, useParents, useUpload } from './documents.data.ts';
import { CONTRACT_RULES } from './file-kinds.ts';
import { EMPTY_UPLOAD, isAddendum, titleFromFile } from './upload-draft.ts';
import type { UploadFields } from './upload-draft.ts';

interface UploadDialogProps {
  /** Whose draft it is. */
  place: string;
  /** The contract this one adds to, and with whom it is. */
  addendum?: { parent_id: number; contractor_id: number };
  onClose: () => void;
}

/** A new contract: its file, with whom, of which kind, from when to when. What is typed survives closing. */
export default function UploadDialog({ place, addendum, onClose }: UploadDialogProps) {
  const t = useTexts('documents');
  const states = useTexts('states');
  const isPhone = useIsPhone();
  const go = useGo();
  const { data: names } = useExecutorNames(true);
  const upload = useUpload();
  const draft = addendum ? undefined : formDraft(`draft.contract.${place}`, EMPTY_UPLOAD);
  const form = useForm<UploadFields>(
    { ...EMPTY_UPLOAD, ...fieldsOf(addendum) },
    {
      limits,
      words: { file: t('form.file_required') },
      ...(draft && { draft }),
      check: (values) => ({
        parent_id: isAddendum(values) && values.parent_id === '' ? t('form.required') : undefined,
        end_date: values.end_date && values.end_date < values.start_date ? t('form.dates') : undefined,
      }),
    },
  );
  const { values } = form;
  const parents = useParents(isAddendum(values) ? Number(values.contractor_id) || null : null);
  const save = async ({ file, additional_info, parent_id, number, date, ...body }: UploadFields) => {
    const document = await upload.mutateAsync({
      body: {
        ...body,
        ...paperNumberOf({ number, date }),
        ...(additional_info.trim() ? { additional_info } : {}),
        ...(isAddendum(body) ? { parent_id } : {}),
      },
      files: { file: file[0] },
    });
    draft?.keep(null);
    toasts.success(t('form.created'));
    go(`/lk/business/contracts/${document.id}`);
  };
  return (
    <FormDialog
      title={t('form.title')}
      size={640}
      fullScreen={isPhone}
      form={form}
      save={save}
      submit={t('form.submit')}
      onClose={onClose}
    >
      <RestoredNote form={form} said={t('form.restored')} clear={t('form.clear')} />
      <FileDrop
        {...CONTRACT_RULES}
        label={t('form.file')}
        progress={upload.progress}
        {...form.files('file')}
        onChange={(file) => {
          const title = values.title || (file[0] ? titleFromFile(file[0].name) : '');
          form.set({ file, title });
        }}
      />
      <TextInput label={t('form.name')} description={t('form.name_hint')} {...form.field('title')} />
      <Select
        label={t('form.executor')}
        placeholder={t('form.executor_search')}
        searchable
        limit={100}
        nothingFoundMessage={t('form.executor_none')}
        data={(names ?? [])
          .filter(({ status }) => status === 'active' || status === 'invited')
          .map((one) => ({
            value: String(one.executor_company_id),
            label: `${one.company_name} · ${one.bin}`,
          }))}
        {...form.field('contractor_id')}
        value={values.contractor_id || null}
        onChange={(value) => form.set({ contractor_id: value ?? '', parent_id: '' })}
      />
      <Select
        label={t('form.type')}
        allowDeselect={false}
        data={DOCUMENT_TYPES.map((code, at) => ({
          value: String(at + 1),
          label: states(`document_type.${code}`),
        }))}
        {...form.field('type_id')}
      />
      {isAddendum(values) && (
        <Select
          label={t('form.parent')}
          description={t('form.parent_hint')}
          searchable
          nothingFoundMessage={t('form.parent_none')}
          data={(parents.data?.items ?? [])
            .filter(({ type }) => type.code !== 'addendum')
            .map((one) => ({
              value: String(one.id),
              label: `${t('number', { number: one.number })} · ${one.title}`,
            }))}
          {...form.field('parent_id')}
          required
          value={values.parent_id || null}
        />
      )}
      <PaperNumber field={form.field} agreement={isAddendum(values)} />
      <div className="k-pair">
        <DateInput label={t('form.start')} {...form.field('start_date')} />
        <DateInput label={t('form.end')} min={values.start_date || undefined} {...form.field('end_date')} />
      </div>
      <Textarea label={t('form.note')} description={t('form.note_hint')} {...form.field('additional_info')} />
      {form.busy && values.file[0]?.name.toLowerCase().endsWith('.docx') && (
        <p role="status" className="k-block k-plain k-second k-small">
          {t('form.converting')}
        </p>
      )}
    </FormDialog>
  );
}

function fieldsOf(addendum: UploadDialogProps['addendum']): Partial<UploadFields> {
  if (!addendum) return {};
  return {
    type_id: String(DOCUMENT_TYPES.indexOf('addendum') + 1),
    contractor_id: String(addendum.contractor_id),
    parent_id: String(addendum.parent_id),
  };
}
