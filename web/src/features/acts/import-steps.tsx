import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { newIdempotencyKey } from '../../platform/http.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { makeStale } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ImportCheck } from './import-check.tsx';
import { mendedField, withMended } from './mend-cell.tsx';
import type { Mended } from './mend-cell.tsx';
import css from './import.module.css';

const MAX_BYTES = 10_000_000;

/** Template, table, what it would make, then making it. */
export function ImportSteps({ onStarted }: { onStarted: (run_id: number) => void }) {
  const t = useTexts('acts');
  const [files, setFiles] = useState<File[]>([]);
  /** What was typed into the page instead of cells of the table. */
  const [mended, setMended] = useState<Mended>(new Map());
  const [progress, setProgress] = useState<number | null>(null);
  const template = useMutation({
    mutationFn: async () => {
      const file = (await api.call('acts.template')) as File;
      saveFile(file, file.name);
    },
  });
  const check = useMutation({
    meta: { quiet: true },
    mutationFn: ({ file, cells }: Table) =>
      api.call(
        'acts.process',
        { body: { dry_run: 'true', ...mendedField(cells) }, files: { file } },
        { onProgress: setProgress },
      ),
    onSettled: () => setProgress(null),
  });
  const create = useCreate(onStarted);
  const choose = (next: File[]) => {
    setFiles(next);
    setMended(new Map());
    check.reset();
    create.reset();
    if (next[0]) check.mutate({ file: next[0], cells: new Map() });
  };
  const checkAgain = () => {
    create.reset();
    if (files[0]) check.mutate({ file: files[0], cells: mended });
  };
  useCheckAgainInOtherLanguage(() => check.data && checkAgain());
  return (
    <div className={css.steps}>
      <Card title={`1. ${t('importing.step_template')}`}>
        <p className={css.hint}>{t('importing.step_template_hint')}</p>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={template.isPending}
          onClick={() => template.mutate()}
        >
          {t('importing.template')}
        </Button>
      </Card>
      <Card title={`2. ${t('importing.step_file')}`}>
        <p className={css.hint}>{t('importing.step_file_hint')}</p>
        <FileDrop
          label={t('importing.file')}
          kinds={['.xlsx', '.csv']}
          max_bytes={MAX_BYTES}
          max_count={1}
          files={files}
          onChange={choose}
          progress={progress}
          error={check.error ? errorText(check.error) : undefined}
          disabled={create.isPending}
        />
        <p role="status" className={css.hint}>
          {check.isPending ? t('importing.checking') : ''}
        </p>
      </Card>
      {check.data && files[0] && (
        <ImportCheck
          result={create.data && create.data.run === null ? create.data : check.data}
          isCreating={create.isPending}
          fault={create.error ? errorText(create.error) : null}
          mended={mended}
          onMend={(error, value) => setMended((cells) => withMended(cells, error, value))}
          isChecking={check.isPending}
          onCheckAgain={checkAgain}
          onCreate={() => files[0] && create.mutate({ file: files[0], cells: mended })}
        />
      )}
    </div>
  );
}

interface Table {
  file: File;
  cells: Mended;
}

/** The real run. Pressed again after a lost answer, the same key finds the run that was begun. */
function useCreate(onStarted: (run_id: number) => void) {
  const key = useRef<(Table & { key: string }) | null>(null);
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ file, cells }: Table) => {
      if (key.current?.file !== file || key.current.cells !== cells)
        key.current = { file, cells, key: newIdempotencyKey() };
      return api.call(
        'acts.process',
        { body: { dry_run: 'false', ...mendedField(cells) }, files: { file } },
        { idempotency_key: key.current.key },
      );
    },
    onSuccess: (answer) => {
      void makeStale(['jobs.list', 'acts.', 'home.']);
      if (answer.run) onStarted(answer.run.id);
      // Nothing was made: the table was right when it was checked and is not any more.
      else key.current = null;
    },
  });
}

/** The sentences of the check are the server's, so they are asked for anew in another language. */
function useCheckAgainInOtherLanguage(again: () => void): void {
  const locale = useLocale();
  const shown = useRef(locale);
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    again();
  }, [locale, again]);
}
