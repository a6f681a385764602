import { Alert, Button } from '@mantine/core';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import css from './import.module.css';
import { MendCell } from './mend-cell.tsx';
import type { ImportError, Mended } from './mend-cell.tsx';
import { ImportPassed } from './import-passed.tsx';
import { ImportRepeats } from './import-repeats.tsx';
import type { Again } from './import-repeats.tsx';

type ImportResult = Answer<'acts.process'>;

/** Whether some rows of the table would not be made now. */
export function hasRest({ errors, repeats }: ImportResult): boolean {
  return errors.length > 0 || repeats.some(({ again }) => !again);
}

interface ImportCheckProps {
  result: ImportResult;
  isCreating: boolean;
  /** Why the making could not be begun. */
  fault: string | null;
  mended: Mended;
  onMend: (error: ImportError, value: string) => void;
  isChecking: boolean;
  /** With what was mended on the page. */
  onCheckAgain: () => void;
  again: Again;
  onAgain: (again: Again) => void;
  /** The rows that would not be made, as a file. */
  onRest: () => void;
  isSavingRest: boolean;
  onCreate: () => void;
}

/** What the table would make: counts and sum, what is wrong in which cell, the acts. */
export function ImportCheck(props: ImportCheckProps) {
  const { result, isCreating, fault, mended, isChecking, onCheckAgain, onRest, isSavingRest, onCreate } =
    props;
  const t = useTexts('act-import');
  const f = useFormats();
  const isRight = result.errors.length === 0;
  const figures = [
    { name: t('rows'), value: f.number(result.rows) },
    { name: t('acts'), value: f.number(result.acts) },
    { name: t('sum'), value: f.money(result.amount) },
    ...(result.failed > 0 ? [{ name: t('failed_rows'), value: f.number(result.failed) }] : []),
  ];
  return (
    <>
      <Card title={`3. ${t('result')}`}>
        <Figures figures={figures} />
        {fault && (
          <Alert color="bad" variant="light" role="alert" mb={12}>
            {fault}
          </Alert>
        )}
        {!isRight && (
          <Alert color="attention" variant="light" role="alert" mb={12}>
            {t(result.acts > 0 ? 'errors_hint' : 'errors_only_hint')}
          </Alert>
        )}
        <ImportPassed result={result} />
        <div className={`k-row ${css.doneActions}`}>
          {result.acts > 0 && (
            <Button loading={isCreating} disabled={isChecking} onClick={onCreate}>
              {t('create', { count: result.acts, shown: f.number(result.acts) })}
            </Button>
          )}
          {!isRight && (
            <Button
              variant="default"
              loading={isChecking}
              disabled={mended.size === 0}
              onClick={onCheckAgain}
            >
              {t('check_again')}
            </Button>
          )}
          {hasRest(result) && (
            <DownloadButton loading={isSavingRest} onClick={onRest}>
              {t('rest')}
            </DownloadButton>
          )}
        </div>
      </Card>
      {result.repeats_total > 0 && <ImportRepeats {...props} />}
      {!isRight && <ImportErrors {...props} errors={result.errors} />}
      {result.preview.length > 0 && <ImportPreview result={result} />}
    </>
  );
}

function ImportErrors({
  errors,
  mended,
  onMend,
  onCheckAgain,
}: Pick<ImportCheckProps, 'mended' | 'onMend' | 'onCheckAgain'> & { errors: ImportResult['errors'] }) {
  const t = useTexts('act-import');
  const f = useFormats();
  return (
    <section aria-label={t('errors_title')}>
      <h2 className="k-title k-above-8 k-below-12">{t('errors_title')}</h2>
      <DataTable
        label={t('errors_title')}
        rows={errors}
        rowKey={(error) => `${error.row}-${error.column}-${error.code}`}
        rowName={(error) => `${t('row')} ${error.row}`}
        empty={null}
        columns={[
          {
            key: 'row',
            title: t('row'),
            align: 'right',
            width: '96px',
            cell: (error) => (
              <span>
                {f.number(error.row)}
                {error.rows.length > 1 && (
                  <span className="k-block k-second k-small">
                    {t('and_rows', { shown: f.number(error.rows.length - 1) })}
                  </span>
                )}
              </span>
            ),
          },
          {
            key: 'column',
            title: t('column'),
            width: '220px',
            cell: (error) => error.column ?? t('whole_row'),
          },
          {
            key: 'value',
            title: t('value'),
            width: '260px',
            cell: (error) => (
              <MendCell error={error} mended={mended} onMend={onMend} onEnter={onCheckAgain} />
            ),
          },
          { key: 'problem', title: t('problem'), card: 'plain', cell: (error) => error.message },
        ]}
      />
      {errors.length >= 200 && (
        <p className="k-lead">{t('errors_shown', { shown: f.number(errors.length) })}</p>
      )}
    </section>
  );
}

function ImportPreview({ result }: { result: ImportResult }) {
  const t = useTexts('acts');
  const words = useTexts('act-import');
  const f = useFormats();
  return (
    <section aria-label={words('preview')}>
      <h2 className="k-title k-above-8 k-below-12">{words('preview')}</h2>
      <DataTable
        label={words('preview')}
        rows={result.preview}
        rowKey={(act) => act.row}
        rowName={(act) => act.title}
        empty={null}
        columns={[
          { key: 'title', title: words('act'), card: 'title', cell: (act) => act.title },
          {
            key: 'contractor',
            title: t('columns.executor'),
            card: 'plain',
            cell: (act) => (
              <>
                {act.contractor}
                <span className="k-block k-second k-small">{act.contract}</span>
              </>
            ),
          },
          {
            key: 'date',
            title: t('columns.date'),
            align: 'right',
            width: '110px',
            cell: (act) => f.date(act.act_date),
          },
          {
            key: 'amount',
            title: t('columns.sum'),
            align: 'right',
            width: '160px',
            card: 'aside',
            cell: (act) => <Money amount={act.amount} />,
          },
        ]}
      />
      {result.preview.length < result.acts && (
        <p className="k-lead">{words('preview_shown', { shown: f.number(result.preview.length) })}</p>
      )}
    </section>
  );
}
