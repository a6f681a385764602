import { Alert, Button, Table } from '@mantine/core';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actTotal } from '@kelisim/shared/features/acts/act-totals.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { draftOf } from './act-draft.ts';
import type { ActDraft } from './act-draft.ts';
import { useActPeriods } from './acts.data.ts';
import css from './act-form.module.css';

interface StaleActProps {
  /** The act as it stands on the server now. */
  fresh: ActView;
  draft: ActDraft;
  nameOfExecutor: (id: string) => string;
  nameOfContract: (id: string) => string;
  onKeep: () => void;
  onTake: () => void;
}

/** Somebody else has changed the act meanwhile: what differs, and whose text is to stay. */
export function StaleAct({ fresh, draft, nameOfExecutor, nameOfContract, onKeep, onTake }: StaleActProps) {
  const t = useTexts('acts');
  const lines = useLines(nameOfExecutor, nameOfContract);
  const yours = lines(draft);
  const rows = lines(draftOf(fresh)).flatMap(({ name, shown, exact, parts }, at) => {
    const own = yours[at]!;
    if (shown === own.shown && exact === own.exact) return [];
    return [
      { name, theirs: [shown, ...lacking(parts, own)], yours: [own.shown, ...lacking(own.parts, { parts })] },
    ];
  });
  return (
    <Alert color="attention" variant="light" role="alert" title={t('form.stale')}>
      <p className="k-flat k-below-12">{t('form.stale_hint')}</p>
      {rows.length === 0 ? (
        <p className="k-flat k-below-12">{t('form.stale_same')}</p>
      ) : (
        <Table className={`k-anywhere k-below-12 ${css.stale}`}>
          <thead>
            <tr>
              <th scope="col">{t('form.stale_field')}</th>
              <th scope="col">{t('form.stale_theirs')}</th>
              <th scope="col">{t('form.stale_yours')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{inLines(row.theirs)}</td>
                <td>{inLines(row.yours)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <div className="k-row">
        <Button onClick={onKeep}>{t('form.stale_keep')}</Button>
        <Button variant="default" onClick={onTake}>
          {t('form.stale_take')}
        </Button>
      </div>
    </Alert>
  );
}

/** Services that the other text has not. */
const lacking = (
  parts: readonly string[] = [],
  { parts: others = [] }: { parts?: readonly string[] | undefined },
) => parts.filter((part) => !others.includes(part));

const inLines = (texts: readonly string[]) =>
  texts.some(Boolean) ? texts.map((text) => <div key={text}>{text}</div>) : '—';

/** An act in words, line by line; `exact` tells services apart that have the same count and sum, `parts` are they. */
function useLines(nameOfExecutor: (id: string) => string, nameOfContract: (id: string) => string) {
  const t = useTexts('acts');
  const states = useTexts('states');
  const f = useFormats();
  const periods = useActPeriods();
  return (draft: ActDraft): { name: string; shown: string; exact?: string; parts?: string[] }[] => {
    const total = actTotal(draft.services);
    const services = [
      t('form.rows', { count: draft.services.length }),
      ...(total === null ? [] : [f.money(formatMoney(total))]),
    ];
    return [
      { name: t('form.executor'), shown: nameOfExecutor(draft.contractor_company_id) },
      { name: t('form.contract'), shown: nameOfContract(draft.contract_id) },
      { name: t('form.name'), shown: draft.title.trim() },
      { name: t('form.date'), shown: draft.date && f.date(draft.date) },
      {
        name: t('page.period'),
        shown: draft.start_date && draft.end_date && f.period(draft.start_date, draft.end_date),
      },
      { name: t('form.knp'), shown: draft.knp },
      { name: t('form.info'), shown: draft.additional_info.trim() },
      {
        name: t('repeat.title'),
        shown: periods.data?.find(({ id }) => String(id) === draft.period_id)?.name ?? '',
      },
      {
        name: t('form.services'),
        shown: services.join(' · '),
        exact: JSON.stringify(draft.services.map(({ key: _key, ...line }) => line)),
        parts: draft.services.map(
          ({ kind, description, quantity, rate }) =>
            `${kind ? `${states(`line_kind.${kind}`)} · ` : ''}${description} · ${quantity} × ${rate}`,
        ),
      },
    ];
  };
}
