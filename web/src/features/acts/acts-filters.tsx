import { ACT_STATUS_IDS, ACT_STATUSES, LEAST_PAID } from '@kelisim/shared/features/acts/act-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { FilterChip } from '../../ui/filter-chips.tsx';
import { ChoiceEditor, PartyEditor, PeriodEditor, SumEditor } from '../../ui/filter-editors.tsx';
import type { Actor } from './actor.ts';
import { FILTERS_OFF, statusesOf } from './acts-list-state.ts';
import type { ActsQuery } from './acts-list-state.ts';
import { useCustomers, useExecutorNames } from './acts.data.ts';
import { monthsAround } from './months.ts';

interface ActsFiltersProps {
  side: Actor['side'];
  query: ActsQuery;
  change: (part: SearchChange, how?: { replace?: boolean }) => void;
  /** Stable: the search field waits for it. */
  onSearch: (text: string) => void;
}

/** State, period, the other party, sum and words, in one line. */
export function ActsFilters({ side, query, change, onSearch }: ActsFiltersProps) {
  const t = useTexts('acts');
  return (
    <FilterChips chips={useChips(side, query, change)} onReset={() => change(FILTERS_OFF)}>
      <SearchField
        label={t('filters.search')}
        placeholder={t('filters.search_hint')}
        value={query.search}
        onSearch={onSearch}
      />
    </FilterChips>
  );
}

/** What is asked for seldom stands behind one button. */
const MORE = ['is_copy', 'without_invoice'] as const;

function useChips(side: Actor['side'], query: ActsQuery, change: ActsFiltersProps['change']): FilterChip[] {
  const t = useTexts('acts');
  const states = useTexts('states');
  const f = useFormats();
  const parties = useParties(side);
  const statuses = statusesOf(query);
  const offered = ACT_STATUSES.filter((status) => side === 'business' || status !== 'draft');
  const party_key = side === 'business' ? 'contractor_company_id' : 'company_id';
  const party_id = query[party_key];
  const months = monthsAround();
  const more = MORE.filter((one) => query[one]);
  return [
    {
      key: 'state',
      label: t('filters.state'),
      chosen: chosenStates(),
      onClear: () => change({ status_id: undefined }),
      editor: () => (
        <ChoiceEditor
          options={offered.map((status) => ({ value: status, label: states(`act.${status}`) }))}
          chosen={statuses}
          onChange={(chosen) =>
            change({
              status_id: ACT_STATUSES.filter((one) => chosen.includes(one)).map((one) => ACT_STATUS_IDS[one]),
            })
          }
        />
      ),
    },
    {
      key: 'period',
      label: t('filters.period'),
      chosen: range(query.date_from, query.date_to, f.date, f.period),
      onClear: () => change({ date_from: undefined, date_to: undefined }),
      editor: (close) => (
        <PeriodEditor
          from={query.date_from ?? ''}
          to={query.date_to ?? ''}
          presets={[
            { label: t('filters.this_month'), ...months.current },
            { label: t('filters.last_month'), ...months.previous },
          ]}
          onApply={(from, to) => {
            change({ date_from: from, date_to: to });
            close();
          }}
        />
      ),
    },
    {
      key: 'party',
      label: t(side === 'business' ? 'filters.executor' : 'filters.company'),
      chosen: party_id ? (parties.find((one) => one.id === party_id)?.name ?? '…') : null,
      onClear: () => change({ [party_key]: undefined }),
      editor: (close) => (
        <PartyEditor
          parties={parties}
          chosen={party_id ?? null}
          onPick={(id) => {
            change({ [party_key]: id });
            close();
          }}
        />
      ),
    },
    {
      key: 'sum',
      label: t('filters.sum'),
      chosen:
        query.amount_from === LEAST_PAID && !query.amount_to
          ? t('filters.above_nothing')
          : range(
              query.amount_from,
              query.amount_to,
              f.moneyShort,
              (from, to) => `${f.moneyShort(from)} – ${f.moneyShort(to)}`,
            ),
      onClear: () => change({ amount_from: undefined, amount_to: undefined }),
      editor: (close) => (
        <SumEditor
          from={query.amount_from ?? ''}
          to={query.amount_to ?? ''}
          onApply={(from, to) => {
            change({ amount_from: from, amount_to: to });
            close();
          }}
        />
      ),
    },
    ...(side === 'business'
      ? [
          {
            key: 'more',
            label: t('filters.more'),
            chosen: more.length > 0 ? more.map((one) => t(`filters.${one}`)).join(', ') : null,
            onClear: () => change({ is_copy: undefined, without_invoice: undefined }),
            editor: () => (
              <ChoiceEditor
                options={MORE.map((value) => ({ value, label: t(`filters.${value}`) }))}
                chosen={more}
                onChange={(chosen) =>
                  change(Object.fromEntries(MORE.map((one) => [one, chosen.includes(one) || undefined])))
                }
              />
            ),
          },
        ]
      : []),
    ...(query.contract_id
      ? [
          {
            key: 'contract',
            label: t('filters.contract'),
            on: true,
            onToggle: () => change({ contract_id: undefined }),
          },
        ]
      : []),
  ];

  function chosenStates(): string | null {
    if (statuses.length === 0) return null;
    if (statuses.length <= 2) return statuses.map((status) => states(`act.${status}`)).join(', ');
    return t('filters.chosen_states', { count: statuses.length });
  }
}

/** «01.11.2026 – 30.11.2026», «≥ 1 000 ₸», «≤ 30.11.2026». */
function range(
  from: string | undefined,
  to: string | undefined,
  one: (value: string) => string,
  both: (from: string, to: string) => string,
): string | null {
  if (from && to) return both(from, to);
  if (from) return `≥ ${one(from)}`;
  return to ? `≤ ${one(to)}` : null;
}

function useParties(side: Actor['side']): { id: number; name: string; bin: string }[] {
  const executors = useExecutorNames(side === 'business');
  const customers = useCustomers(side === 'executor');
  if (side === 'executor') return customers.data ?? [];
  return (executors.data ?? []).map((one) => ({
    id: one.executor_company_id,
    name: one.company_name,
    bin: one.bin,
  }));
}
