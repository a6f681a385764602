import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { onePress } from '../../ui/one-press.ts';
import type { BankWord, PayRow } from './pay-acts.ts';
import css from './pay.module.css';
import { useBankWords } from './payments.data.ts';

interface PayResultProps {
  rows: readonly PayRow[];
  /** They go to no bank by themselves: nothing is to be waited for here. */
  byFile: boolean;
  role: string;
  onClose: () => void;
}

const tones: Record<BankWord | 'failed', Tone> = {
  created: 'moving',
  accepted: 'good-ring',
  settled: 'good',
  rejected: 'bad',
  failed: 'bad',
};

/** What became of each act; the words of the bank as they come in, and never before. */
export function PayResult({ rows, byFile, role, onClose }: PayResultProps) {
  const t = useTexts('payments');
  const created = rows.filter((row) => row.status === 'ok').map((row) => row.act_id);
  const failed = rows.length - created.length;
  const words = useBankWords(byFile ? [] : created);
  const wordOf = (row: PayRow): BankWord | 'failed' =>
    row.status === 'ok' ? (words?.get(row.act_id) ?? 'created') : 'failed';
  return (
    <>
      {created.length > 0 && <Outcome total={created.length} words={words} byFile={byFile} />}
      {failed > 0 && (
        <p className="k-line k-gap-12 k-toned" data-tone="bad" role="alert">
          <IconAlertTriangle size={32} stroke={1.5} aria-hidden />
          <span className="k-size-16 k-bold">{t('failed', { count: failed })}</span>
        </p>
      )}
      <ul className={`k-list k-scroll k-framed k-round-12 ${css.list}`} aria-label={t('results')}>
        {rows.map((row) => {
          const name = t('act', { number: row.label });
          const word = wordOf(row);
          return (
            <li key={row.act_id} className={css.item}>
              <span className={css.names}>
                <span className="k-medium k-anywhere">{name}</span>
                {row.status === 'failed' && <span className="k-fault k-anywhere">{row.message}</span>}
              </span>
              <StatusDot
                tone={tones[word]}
                label={t(byFile && word === 'created' ? 'row.waiting_file' : `row.${word}`)}
              />
              <AppLink
                className="k-inline k-middle k-high-24"
                href={`/lk/${role}/acts/${row.act_id}`}
                aria-label={t('card_of', { name })}
                onClick={onClose}
              >
                {t('card')}
              </AppLink>
            </li>
          );
        })}
      </ul>
      <div className={`k-actions ${css.actions}`} {...onePress}>
        <Button data-autofocus autoFocus onClick={onClose}>
          {t('finish')}
        </Button>
      </div>
    </>
  );
}

interface OutcomeProps {
  total: number;
  words: ReadonlyMap<number, BankWord> | null;
  byFile: boolean;
}

function Outcome({ total, words, byFile }: OutcomeProps) {
  const t = useTexts('payments');
  const said = [...(words?.values() ?? [])];
  const accepted = said.filter((word) => word === 'accepted' || word === 'settled').length;
  const rejected = said.filter((word) => word === 'rejected').length;
  const open = total - accepted - rejected;
  const heading =
    accepted === 0
      ? rejected > 0
        ? t('rejected', { count: rejected })
        : t('created', { count: total })
      : open > 0
        ? t('accepted_some', { count: accepted, total })
        : t('accepted', { count: accepted });
  const Icon = rejected > 0 ? IconAlertTriangle : open > 0 ? IconClockHour4 : IconCircleCheck;
  return (
    <div
      className="k-line k-gap-12 k-toned"
      data-tone={rejected > 0 ? 'bad' : open > 0 ? 'quiet' : 'good'}
      role="status"
    >
      <Icon size={32} stroke={1.5} aria-hidden />
      <div>
        <p className="k-size-16 k-bold">{heading}</p>
        {accepted > 0 && rejected > 0 && (
          <p className="k-fault k-anywhere">{t('rejected', { count: rejected })}</p>
        )}
        {accepted === 0 && rejected === 0 && (
          <p className="k-second">
            {byFile ? (
              <AppLink href="/lk/business/payments?view=waiting" className="k-inline k-middle k-high-24">
                {t('to_file')}
              </AppLink>
            ) : words ? (
              t('unknown')
            ) : (
              t('created_hint')
            )}
          </p>
        )}
      </div>
    </div>
  );
}
