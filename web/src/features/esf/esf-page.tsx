import { ESF_KINDS, ESF_STATUSES } from '@kelisim/shared/features/esf/esf-status.ts';
import { useCallback } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useUrlState } from '../../platform/url-state.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { choiceChip } from '../../ui/choice-chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { SaveList } from '../../ui/save-list.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { OwnViews, useLook, useOwnViews } from '../lists/public.ts';
import css from './esf.module.css';
import { ESF_ON_A_PAGE, readEsfList, useEsfList, useMaySignIn, useSide, useStanding } from './esf.data.ts';
import type { EsfList } from './esf.data.ts';
import { useEsfColumns } from './esf-table.tsx';
import { EsfViews } from './esf-views.tsx';
import { Standing } from './standing.tsx';

const FILTERS_OFF = { status: undefined, kind: undefined, search: undefined };

/** `/lk/business/esf` and `/lk/executor/esf`: everything that was issued in ИС ЭСФ by acts of the company. */
export default function EsfPage() {
  const t = useTexts('esf');
  const side = useSide() === 'executor' ? 'executor' : 'business';
  const [list, change] = useUrlState(readEsfList);
  const answer = useEsfList(list);
  const { data } = answer;
  const { page: _page, ...filter } = list;
  const { data: standing } = useStanding(useMaySignIn());
  const look = useLook('esf', useEsfColumns(side));
  const own = useOwnViews('esf', `/lk/${side}/esf`);
  const filtered = list.status !== undefined || list.kind !== undefined || list.search !== undefined;
  return (
    <>
      <PageHeader title={t('title')} count={data?.total} countIsExact={data?.is_exact} sub={<EsfTerms />} />
      {side === 'business' && <EsfViews current="own" />}
      {standing && (
        <div className="k-stack k-gap-12 k-below-16">
          <Standing standing={standing} />
        </div>
      )}
      <div className="k-split k-middle">
        <Filters list={list} onChange={change} />
        <div className="k-row k-below-16">
          <OwnViews {...own} />
          <SaveList read={() => api.call('esf.sheet', { query: filter })} />
        </div>
      </div>
      <ListTable
        label={t('title')}
        {...look}
        rowKey={(row) => row.id}
        rowName={(row) => t('number', { kind: t(`kind.${row.kind}`), number: row.number })}
        rowHref={(row) => `/lk/${side}/acts/${row.act.id}`}
        onResetFilters={filtered ? () => change(FILTERS_OFF) : undefined}
        empty={
          <EmptyState
            title={t('empty')}
            hint={t('empty_hint')}
            action={{ label: t('to_acts'), href: `/lk/${side}/acts` }}
          />
        }
        {...pagesOf(answer, list.page, ESF_ON_A_PAGE, change)}
        counted
      />
      <div className={css.end} />
    </>
  );
}

interface FiltersProps {
  list: EsfList;
  onChange: (change: SearchChange, how?: { replace?: boolean }) => void;
}

function Filters({ list, onChange }: FiltersProps) {
  const t = useTexts('esf');
  const search = useCallback((text: string) => onChange({ search: text }, { replace: true }), [onChange]);
  return (
    <FilterChips
      onReset={() => onChange(FILTERS_OFF)}
      chips={[
        choiceChip({
          key: 'status',
          label: t('columns.state'),
          options: ESF_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          chosen: list.status,
          onChoose: (status) => onChange({ status }),
        }),
        choiceChip({
          key: 'kind',
          label: t('columns.what'),
          options: ESF_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          chosen: list.kind,
          onChoose: (kind) => onChange({ kind }),
        }),
      ]}
    >
      <SearchField label={t('search')} value={list.search} onSearch={search} />
    </FilterChips>
  );
}

/** The two terms of this page, each with what it means. */
function EsfTerms() {
  const t = useTexts('esf');
  return (
    <>
      {t('terms.esf')}
      <TermHelp term="esf" word={t('terms.esf')} /> · {t('terms.awp')}
      <TermHelp term="awp" word={t('terms.awp')} />
    </>
  );
}
