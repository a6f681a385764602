import type { BankStatement } from '@kelisim/shared/features/payments/statements.contract.ts';
import { lackOf } from '@kelisim/shared/features/payments/statement-columns.ts';
import type { MappingDraft } from '@kelisim/shared/features/payments/statement-tables.contract.ts';
import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, type Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Window } from '../../ui/window.tsx';
import { MapColumns } from './map-columns.tsx';
import { MapPreview } from './map-preview.tsx';

type TablePreview = Answer<'payments.preview_table'>;
interface Asked {
  mapping?: MappingDraft;
  header_row?: number;
}

export interface MapDialogProps {
  file: File;
  read: (file: File, mapping: string) => Promise<BankStatement>;
  onClose: () => void;
}

/** What holds what in a bank's table: proposed, corrected while its first rows are seen, and kept. */
export default function MapDialog({ file, read, onClose }: MapDialogProps) {
  const t = useTexts('statement-tables');
  const [asked, setAsked] = useState<Asked>({});
  const { data, error, refetch, isPlaceholderData } = usePreview(file, asked);
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  // What was chosen stays in sight when the preview of it fails: the form is taken away from nobody.
  const preview = data ?? last;
  if (preview) {
    const header_row = asked.header_row ?? preview.header_row;
    return (
      <MapForm
        preview={preview}
        header_row={header_row}
        // The columns of another heading are not known before its answer.
        waiting={!asked.mapping && (isPlaceholderData || error !== null)}
        mapping={asked.mapping ?? preview.mapping}
        change={(mapping) => setAsked({ mapping, header_row })}
        onHeading={(row) => setAsked({ header_row: row })}
        failed={error && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
        save={(mapping) => read(file, JSON.stringify(mapping))}
        onClose={onClose}
      />
    );
  }
  return (
    <Window opened onClose={onClose} title={t('title')} size="xl">
      {error ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Window>
  );
}

function usePreview(file: File, { mapping, header_row }: Asked) {
  const body = {
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(header_row !== undefined && { header_row: String(header_row) }),
  };
  return useQuery({
    queryKey: ['payments.preview_table', file.name, file.size, file.lastModified, body],
    queryFn: ({ signal }) => api.call('payments.preview_table', { body, files: { file } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

interface MapFormProps {
  preview: TablePreview;
  /** The heading that is chosen, also before its answer. */
  header_row: number;
  waiting: boolean;
  mapping: MappingDraft;
  /** In place of the preview. */
  failed: ReactNode;
  change: (mapping: MappingDraft) => void;
  onHeading: (row: number) => void;
  save: (mapping: MappingDraft) => Promise<unknown>;
  onClose: () => void;
}

function MapForm(props: MapFormProps) {
  const { preview, header_row, waiting, mapping, failed, change, onHeading, save, onClose } = props;
  const t = useTexts('statement-tables');
  const f = useFormats();
  const form = useForm({});
  const { told_iban, accounts, headings, is_kept } = preview;
  const lack = lackOf(mapping.columns);
  return (
    <FormDialog
      title={t('title')}
      size="xl"
      form={form}
      submit={t('submit')}
      disabled={waiting || lack !== null || mapping.iban === null}
      save={async () => {
        await save(mapping);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-flat">{t(is_kept ? 'kept_hint' : 'hint')}</p>
      <div className="k-pair">
        <Select
          label={t('account')}
          required
          disabled={told_iban !== null}
          description={told_iban === null ? undefined : t('account_told')}
          error={mapping.iban === null && t('account_missing')}
          data={[...new Set([...accounts, ...(mapping.iban ? [mapping.iban] : [])])].map((iban) => ({
            value: iban,
            label: f.iban(iban),
          }))}
          value={mapping.iban}
          onChange={(iban) => change({ ...mapping, iban })}
        />
        <Select
          label={t('heading')}
          allowDeselect={false}
          data={headings.map(({ row, text }) => ({
            value: String(row),
            label: t('heading_row', { row, text }),
          }))}
          value={String(header_row)}
          onChange={(row) => onHeading(Number(row))}
        />
      </div>
      <MapColumns titles={preview.titles} mapping={mapping} change={change} disabled={waiting} />
      {lack && (
        <p role="status" className="k-flat k-fault">
          {t(`lack.${lack}`)}
        </p>
      )}
      {failed ?? <MapPreview preview={preview} />}
    </FormDialog>
  );
}
