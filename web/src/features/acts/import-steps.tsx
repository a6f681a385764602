import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { hasRest, ImportCheck } from './import-check.tsx';
import { againField } from './import-repeats.tsx';
import type { Again } from './import-repeats.tsx';
import { mendedField, withMended } from './mend-cell.tsx';
import type { Mended } from './mend-cell.tsx';

const MAX_BYTES = 10_000_000;

/** With the rows that are not made, where there are any. */
type Started = (run_id: number, rest: File | null) => void;

/** Template, table, what it would make, then making it. */
export function ImportSteps({ onStarted }: { onStarted: Started }) {
  const t = useTexts('act-import');
  const [files, setFiles] = useState<File[]>([]);
  /** What was typed into the page instead of cells of the table. */
  const [mended, setMended] = useState<Mended>(new Map());
  const [again, setAgain] = useState<Again>(new Set());
  const [progress, setProgress] = useState<number | null>(null);
  const template = useMutation({
    mutationFn: async () => {
      const file = (await api.call('acts.template')) as File;
      saveFile(file, file.name);
    },
  });
  const check = useMutation({
    meta: { quiet: true },
    mutationFn: (table: Table) =>
      api.call(
        'acts.process',
        { body: { dry_run: 'true', ...saidOf(table) }, files: { file: table.file } },
        { onProgress: setProgress },
      ),
    onSettled: () => setProgress(null),
  });
  const create = useCreate(onStarted);
  const rest = useMutation({ mutationFn: saveRest });
  const choose = (next: File[]) => {
    setFiles(next);
    setMended(new Map());
    setAgain(new Set());
    check.reset();
    create.reset();
    if (next[0]) check.mutate({ file: next[0], cells: new Map(), again: new Set() });
  };
  const [file] = files;
  const checkAgain = (how: Partial<Table> = {}) => {
    create.reset();
    if (file) check.mutate({ file, cells: mended, again, ...how });
  };
  const result = create.data && create.data.run === null ? create.data : check.data;
  useCheckAgainInOtherLanguage(() => check.data && checkAgain());
  return (
    <div className="k-stack k-broad">
      <Card title={`1. ${t('step_template')}`}>
        <p className="k-lead">{t('step_template_hint')}</p>
        <DownloadButton download={template}>{t('template')}</DownloadButton>
      </Card>
      <Card title={`2. ${t('step_file')}`}>
        <p className="k-lead">{t('step_file_hint')}</p>
        <FileDrop
          label={t('file')}
          kinds={['.xlsx', '.csv']}
          max_bytes={MAX_BYTES}
          files={files}
          onChange={choose}
          progress={progress}
          error={check.error ? errorText(check.error) : undefined}
          disabled={create.isPending}
        />
        <p role="status" className="k-lead k-if-any">
          {check.isPending ? t('checking') : ''}
        </p>
      </Card>
      {check.data && result && file && (
        <ImportCheck
          result={result}
          isCreating={create.isPending}
          fault={create.error ? errorText(create.error) : null}
          mended={mended}
          onMend={(error, value) => setMended((cells) => withMended(cells, error, value))}
          isChecking={check.isPending}
          onCheckAgain={checkAgain}
          again={again}
          onAgain={(next) => {
            setAgain(next);
            checkAgain({ again: next });
          }}
          onRest={() => rest.mutate({ file, cells: mended, again })}
          isSavingRest={rest.isPending}
          onCreate={() => create.mutate({ file, cells: mended, again, has_rest: hasRest(result) })}
        />
      )}
    </div>
  );
}

interface Table {
  file: File;
  cells: Mended;
  again: Again;
}

const saidOf = ({ cells, again }: Table) => ({ ...mendedField(cells), ...againField(again) });

/** The rows that would not be made, with remarks. */
async function saveRest(table: Table): Promise<File> {
  const { file } = table;
  const rest = (await api.call('acts.import_rest', { body: saidOf(table), files: { file } })) as File;
  saveFile(rest, rest.name);
  return rest;
}

/** The real run. Pressed again after a lost answer, the same key finds the run that was begun. */
function useCreate(onStarted: Started) {
  const key = useRef<{ asked: string; file: File; key: string; rest: File | null } | null>(null);
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ has_rest, ...table }: Table & { has_rest: boolean }) => {
      const { file } = table;
      const said = saidOf(table);
      const asked = JSON.stringify(said);
      // The rest is read before anything is made: afterwards the rows that were made would count as repeats.
      if (key.current?.file !== file || key.current.asked !== asked)
        key.current = {
          asked,
          file,
          key: newRandomKey(),
          rest: has_rest ? await saveRest(table) : null,
        };
      return api.call(
        'acts.process',
        { body: { dry_run: 'false', partly: 'true', ...said }, files: { file } },
        { idempotency_key: key.current.key },
      );
    },
    onSuccess: (answer) => {
      void invalidate(['jobs.list', 'acts.', 'home.']);
      if (answer.run) onStarted(answer.run.id, key.current?.rest ?? null);
      // Nothing was made: the table was right when it was checked and is not any more.
      else key.current = null;
    },
  });
}

/** The sentences of the check are the server's, so they are requested again in another language. */
function useCheckAgainInOtherLanguage(again: () => void): void {
  const locale = useLocale();
  const shown = useRef(locale);
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    again();
  }, [locale, again]);
}
