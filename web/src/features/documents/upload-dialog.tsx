import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { PaperNumber, paperNumberOf } from '../../ui/paper-number.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import css from './documents.module.css';
import { useExecutorNames, useParents, useUpload } from './documents.data.ts';
import { CONTRACT_RULES } from './file-kinds.ts';
import {
  EMPTY_UPLOAD,
  isAddendum,
  keepUploadDraft,
  readUploadDraft,
  titleFromFile,
  UPLOAD_ORDER,
  uploadFaults,
} from './upload-draft.ts';
import type { UploadField, UploadFields } from './upload-draft.ts';

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
  const form = useRef<HTMLFormElement>(null);
  const [kept] = useState(() => (addendum ? null : readUploadDraft(place)));
  const [fields, setFields] = useState<UploadFields>(
    () => kept ?? { ...EMPTY_UPLOAD, ...fieldsOf(addendum) },
  );
  const [files, setFiles] = useState<File[]>([]);
  const [touched, setTouched] = useState<ReadonlySet<UploadField>>(new Set());
  const { data: names } = useExecutorNames(true);
  const upload = useUpload();
  const [refused, setRefused] = useState<{ field: UploadField | null; text: string } | null>(null);
  const parents = useParents(isAddendum(fields) ? Number(fields.contractor_id) || null : null);
  useEffect(() => {
    if (!addendum) keepUploadDraft(place, fields);
  }, [place, fields, addendum]);

  const faults = uploadFaults(fields, files.length > 0);
  const said = (field: UploadField) => {
    const fault = touched.has(field) ? faults[field] : undefined;
    return fault ? t(`form.${fault}`) : refused?.field === field ? refused.text : undefined;
  };
  const touch = (...some: UploadField[]) => setTouched((before) => new Set([...before, ...some]));
  const set = (part: Partial<UploadFields>) => {
    setFields((before) => ({ ...before, ...part }));
    setRefused(null);
  };
  const focus = (field: UploadField) =>
    form.current
      ?.querySelector<HTMLElement>(`[data-field="${field}"] input, [data-field="${field}"] textarea`)
      ?.focus();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    touch(...UPLOAD_ORDER);
    const first = UPLOAD_ORDER.find((field) => faults[field]);
    if (first) return focus(first);
    const { additional_info, parent_id, number, date, ...body } = fields;
    try {
      const document = await upload.mutateAsync({
        body: {
          ...body,
          ...paperNumberOf({ number, date }),
          ...(additional_info.trim() ? { additional_info } : {}),
          ...(isAddendum(fields) ? { parent_id } : {}),
        },
        files: { file: files[0] },
      });
      if (!addendum) keepUploadDraft(place, null);
      toasts.success(t('form.created'));
      go(`/lk/business/contracts/${document.id}`);
    } catch (error) {
      const name = error instanceof ApiError ? error.field : null;
      const field = UPLOAD_ORDER.find((one) => one === name) ?? null;
      setRefused({ field, text: errorText(error) });
      if (field) setTimeout(() => focus(field));
    }
  };

  return (
    <Window
      opened
      onClose={upload.isPending ? () => undefined : onClose}
      title={t('form.title')}
      size={640}
      fullScreen={isPhone}
    >
      <form ref={form} noValidate className="k-stack" onSubmit={(event) => void submit(event)}>
        {kept && (
          <p className={`k-soft-accent k-flat ${css.restored}`} role="status">
            {t('form.restored')}
            <Button variant="subtle" size="compact-sm" onClick={() => set(EMPTY_UPLOAD)}>
              {t('form.clear')}
            </Button>
          </p>
        )}
        <div data-field="file">
          <FileDrop
            {...CONTRACT_RULES}
            label={t('form.file')}
            files={files}
            disabled={upload.isPending}
            progress={upload.progress}
            error={said('file')}
            onChange={(next) => {
              setFiles(next);
              setRefused(null);
              const [file] = next;
              if (file && !fields.title) set({ title: titleFromFile(file.name) });
            }}
          />
        </div>
        <div data-field="title">
          <TextInput
            label={t('form.name')}
            description={t('form.name_hint')}
            required
            maxLength={200}
            value={fields.title}
            error={said('title')}
            onBlur={() => touch('title')}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
        </div>
        <div data-field="contractor_id">
          <Select
            label={t('form.executor')}
            placeholder={t('form.executor_search')}
            required
            searchable
            limit={100}
            nothingFoundMessage={t('form.executor_none')}
            data={(names ?? [])
              .filter(({ status }) => status === 'active' || status === 'invited')
              .map((one) => ({
                value: String(one.executor_company_id),
                label: `${one.company_name} · ${one.bin}`,
              }))}
            value={fields.contractor_id || null}
            error={said('contractor_id')}
            onBlur={() => touch('contractor_id')}
            onChange={(value) => set({ contractor_id: value ?? '', parent_id: '' })}
          />
        </div>
        <div data-field="type_id">
          <Select
            label={t('form.type')}
            required
            allowDeselect={false}
            data={DOCUMENT_TYPES.map((code, at) => ({
              value: String(at + 1),
              label: states(`document_type.${code}`),
            }))}
            value={fields.type_id}
            error={said('type_id')}
            onChange={(value) => set({ type_id: value ?? '1' })}
          />
        </div>
        {isAddendum(fields) && (
          <div data-field="parent_id">
            <Select
              label={t('form.parent')}
              description={t('form.parent_hint')}
              required
              searchable
              nothingFoundMessage={t('form.parent_none')}
              data={(parents.data?.items ?? [])
                .filter(({ type }) => type.code !== 'addendum')
                .map((one) => ({
                  value: String(one.id),
                  label: `${t('number', { number: one.number })} · ${one.title}`,
                }))}
              value={fields.parent_id || null}
              error={said('parent_id')}
              onChange={(value) => set({ parent_id: value ?? '' })}
            />
          </div>
        )}
        <div data-field="number">
          <PaperNumber
            number={fields.number}
            date={fields.date}
            agreement={isAddendum(fields)}
            faults={{ number: said('number'), date: said('date') }}
            onChange={set}
          />
        </div>
        <div className="k-pair">
          <div data-field="start_date">
            <DateInput
              label={t('form.start')}
              required
              value={fields.start_date}
              error={said('start_date')}
              onChange={(start_date) => set({ start_date })}
            />
          </div>
          <div data-field="end_date">
            <DateInput
              label={t('form.end')}
              required
              min={fields.start_date || undefined}
              value={fields.end_date}
              error={said('end_date') ?? (faults.end_date === 'dates' ? t('form.dates') : undefined)}
              onChange={(end_date) => set({ end_date })}
            />
          </div>
        </div>
        <div data-field="additional_info">
          <Textarea
            label={t('form.note')}
            description={t('form.note_hint')}
            autosize
            minRows={2}
            maxLength={2000}
            value={fields.additional_info}
            error={said('additional_info')}
            onChange={(event) => set({ additional_info: event.currentTarget.value })}
          />
        </div>
        {upload.isPending && files[0]?.name.toLowerCase().endsWith('.docx') && (
          <p role="status" className="k-block k-plain k-second k-small">
            {t('form.converting')}
          </p>
        )}
        <FormFoot
          error={refused && refused.field === null && refused.text}
          submit={t('form.submit')}
          busy={upload.isPending}
          onCancel={onClose}
        />
      </form>
    </Window>
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
