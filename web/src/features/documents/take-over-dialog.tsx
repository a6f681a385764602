import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { Fault } from '../../ui/failure.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import { RunWindow } from '../jobs/public.ts';
import { SCAN_RULES, TABLE_RULES, ZIP_RULES } from './file-kinds.ts';
import { matchScans } from './match-scans.ts';
import { readZip, ZipUnreadable, type ZipEntry } from './read-zip.ts';

type Checked = Answer<'documents.check_papers'>;

const SHOWN = 100;
const NAMES_SHOWN = 10;

/** Contracts signed on paper before: a register says which, scans are found by the names of their files. */
export default function TakeOverDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('documents');
  const isPhone = useIsPhone();
  const [table, setTable] = useState<File[]>([]);
  const [scans, setScans] = useState<File[]>([]);
  const [zip, setZip] = useState<File[]>([]);
  const [entries, setEntries] = useState<ZipEntry[]>([]);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [zipFault, setZipFault] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  const [at, setAt] = useState<number | null>(null);
  const [run_id, setRun] = useState<number | null>(null);
  /** Scans that lie on the server already, so that what failed half-way goes on from there. */
  const kept = useRef(new Map<File | ZipEntry, string>());
  const key = useRef<{ asked: string; key: string } | null>(null);
  if (run_id !== null) return <RunWindow run_id={run_id} onClose={onClose} />;

  const rows = checked?.rows ?? [];
  const given = [...scans, ...entries];
  const scanOf = matchScans(rows, given);
  const used = new Set(scanOf.values());
  const unused = checked ? given.filter((one) => !used.has(one)).map(({ name }) => name) : [];
  const ready = rows.filter(({ row, errors }) => errors.length === 0 && scanOf.has(row) && !failed.has(row));
  const remarks = rows.flatMap((row) => {
    const said = [
      ...row.errors.map(({ message, column }) => `${t(`papers.column.${column}`)}: ${message}`),
      ...(scanOf.has(row.row) ? [] : [t('papers.no_scan')]),
      ...(failed.get(row.row) ? [failed.get(row.row)] : []),
    ];
    return said.length > 0 ? [{ row, said: said.join(' ') }] : [];
  });

  const read = async (files: File[]) => {
    setTable(files);
    setChecked(null);
    setRefused(null);
    setFailed(new Map());
    const [file] = files;
    if (!file) return;
    try {
      setChecked(await api.call('documents.check_papers', { body: {}, files: { file } }));
    } catch (error) {
      setRefused(errorText(error));
    }
  };
  const open = async (files: File[]) => {
    setZip(files);
    setFailed(new Map());
    const found = files[0] ? await readZip(files[0]).catch(() => null) : [];
    setZipFault(found ? null : t('papers.zip_bad'));
    setEntries(found ?? []);
  };
  const saveRest = async () => {
    const without = rows.filter(({ row }) => !scanOf.has(row)).map(({ row }) => row);
    const body = { without_scan: JSON.stringify(without) };
    const rest = (await api.call('documents.papers_rest', { body, files: { file: table[0]! } })) as File;
    saveFile(rest, rest.name);
  };
  const keepScan = async (scan: File | ZipEntry): Promise<string> => {
    const before = kept.current.get(scan);
    if (before) return before;
    const file = scan instanceof File ? scan : await scan.read();
    const answer = await api.call('documents.keep_scan', { body: {}, files: { file } });
    kept.current.set(scan, answer.scan);
    return answer.scan;
  };
  const takeAll = async () => {
    setFault(null);
    const wrong = new Map(failed);
    const papers = [];
    try {
      for (const [index, { row, title, contractor, number, date, start_date, end_date }] of ready.entries()) {
        setAt(index);
        try {
          const scan = await keepScan(scanOf.get(row)!);
          papers.push({ title, contractor_id: contractor!.id, number, date, start_date, end_date, scan });
        } catch (error) {
          if (!isOfScan(error)) throw error;
          wrong.set(row, error instanceof ZipUnreadable ? t('papers.zip_bad') : errorText(error));
        }
      }
      setFailed(wrong);
      // What the server did not take is looked at first; pressed again, the others are made without it.
      if (wrong.size > failed.size) return;
      if (remarks.length > 0) await saveRest();
      const asked = JSON.stringify(papers);
      if (key.current?.asked !== asked) key.current = { asked, key: newRandomKey() };
      const run = await api.call(
        'documents.take_over',
        { body: { papers } },
        { idempotency_key: key.current.key },
      );
      void invalidate(['jobs.list']);
      setRun(run.id);
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setAt(null);
    }
  };

  return (
    <Window
      opened
      onClose={at === null ? onClose : () => undefined}
      title={t('papers.title')}
      size={720}
      fullScreen={isPhone}
    >
      <div className="k-stack">
        <p className="k-flat k-second k-small">{t('papers.text')}</p>
        <FileDrop
          {...TABLE_RULES}
          label={t('papers.table')}
          files={table}
          disabled={at !== null}
          error={refused}
          onChange={(files) => void read(files)}
        />
        <FileDrop
          {...ZIP_RULES}
          label={t('papers.zip')}
          files={zip}
          disabled={at !== null}
          error={zipFault}
          onChange={(files) => void open(files)}
        />
        <FileDrop
          {...SCAN_RULES}
          max_count={2000}
          label={t('papers.scans')}
          files={scans}
          disabled={at !== null}
          onChange={(files) => {
            setScans(files);
            setFailed(new Map());
          }}
        />
        {checked && (
          <p className="k-flat" role="status">
            {at === null
              ? t('papers.found', { rows: rows.length, ready: ready.length })
              : t('papers.taking', { at: at + 1, count: ready.length })}
          </p>
        )}
        {unused.length > 0 && (
          <p className="k-flat k-small k-anywhere">
            {t('papers.unused', { names: unused.slice(0, NAMES_SHOWN).join(', ') })}
            {unused.length > NAMES_SHOWN &&
              ` ${t('papers.more_files', { count: unused.length - NAMES_SHOWN })}`}
          </p>
        )}
        {checked && remarks.length > 0 && (
          <ul className="k-list k-stack k-gap-8" aria-label={t('papers.remarks')}>
            {remarks.slice(0, SHOWN).map(({ row, said }) => (
              <li key={row.row} className="k-small k-anywhere">
                {t('papers.row', { row: row.row, number: row.number || '—', name: row.said })}
                <span className="k-block k-fault">{said}</span>
              </li>
            ))}
            {remarks.length > SHOWN && (
              <li className="k-small k-second">{t('papers.more', { count: remarks.length - SHOWN })}</li>
            )}
          </ul>
        )}
        <Fault text={fault} />
        <div className="k-row k-end k-wrap">
          {remarks.length > 0 && (
            <Button
              variant="subtle"
              disabled={at !== null}
              onClick={() => void saveRest().catch((error: unknown) => setFault(errorText(error)))}
            >
              {t('papers.rest')}
            </Button>
          )}
          <Button variant="default" disabled={at !== null} onClick={onClose}>
            {t('form.close')}
          </Button>
          <Button loading={at !== null} disabled={ready.length === 0} onClick={() => void takeAll()}>
            {t('papers.submit', { count: ready.length })}
          </Button>
        </div>
      </div>
    </Window>
  );
}

/** Of this scan alone, where another error would meet the next one as well. */
const isOfScan = (error: unknown) =>
  error instanceof ZipUnreadable ||
  (error instanceof ApiError && [400, 413, 415, 422].includes(error.status));
