import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { newIdempotencyKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale } from '../../platform/query.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import { SCAN_RULES, TABLE_RULES } from './file-kinds.ts';
import { matchScans } from './match-scans.ts';

type Checked = Answer<'documents.check_papers'>;
type Row = Checked['rows'][number];

const SHOWN = 100;

/** Contracts signed on paper before: a register says which, scans are found by the names of their files. */
export default function TakeOverDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('documents');
  const isPhone = useIsPhone();
  const [table, setTable] = useState<File[]>([]);
  const [scans, setScans] = useState<File[]>([]);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [made, setMade] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  const [at, setAt] = useState<number | null>(null);

  const rows = checked?.rows ?? [];
  const scanOf = matchScans(rows, scans);
  const waiting = rows.filter((row) => !made.has(row.row));
  const ready = waiting.filter((row) => row.errors.length === 0 && scanOf.has(row.row));

  const read = async (files: File[]) => {
    setTable(files);
    setChecked(null);
    setRefused(null);
    setMade(new Set());
    setFailed(new Map());
    const [file] = files;
    if (!file) return;
    try {
      setChecked(await api.call('documents.check_papers', { body: {}, files: { file } }));
    } catch (error) {
      setRefused(errorText(error));
    }
  };
  const takeAll = async () => {
    setFailed(new Map());
    for (const [index, row] of ready.entries()) {
      setAt(index);
      try {
        await takeOne(row, scanOf.get(row.row));
        setMade((before) => new Set(before).add(row.row));
      } catch (error) {
        setFailed((before) => new Map(before).set(row.row, errorText(error)));
      }
    }
    setAt(null);
    await makeStale(['documents.', 'home.']);
  };
  const remarks = waiting.flatMap((row) => {
    const said = [
      ...row.errors.map(({ message, column }) => `${t(`papers.column.${column}`)}: ${message}`),
      ...(scanOf.has(row.row) ? [] : [t('papers.no_scan')]),
      ...(failed.get(row.row) ? [failed.get(row.row)] : []),
    ];
    return said.length > 0 ? [{ row, said: said.join(' ') }] : [];
  });

  return (
    <Window
      opened
      onClose={at === null ? onClose : () => undefined}
      title={t('papers.title')}
      size={720}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('form.close') }}
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
          {...SCAN_RULES}
          max_count={2000}
          label={t('papers.scans')}
          files={scans}
          disabled={at !== null}
          onChange={setScans}
        />
        {checked && (
          <p className="k-flat" role="status">
            {at === null
              ? t('papers.found', { rows: rows.length, ready: ready.length, made: made.size })
              : t('papers.taking', { at: at + 1, count: ready.length })}
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
        <div className="k-row k-end">
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

async function takeOne(row: Row, file: File | undefined): Promise<void> {
  const { title, number, date, start_date, end_date, contractor } = row;
  if (!contractor || !file) return;
  const body = {
    title,
    number,
    date,
    start_date,
    end_date,
    contractor_id: String(contractor.id),
    type_id: '1',
  };
  await api.call('documents.take_over', { body, files: { file } }, { idempotency_key: newIdempotencyKey() });
}
