import { INBOUND_MATCHES, INBOUND_STATUSES } from '@kelisim/shared/features/esf/esf-status.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Button } from '@mantine/core';
import { Suspense, useCallback, useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { hrefWith, useUrlState } from '../../platform/url-state.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { choiceChip, periodChip } from '../../ui/choice-chip.tsx';
import { WhenWhole } from '../../ui/late-parts.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { SaveTable } from '../../ui/save-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './esf.module.css';
import { ESF_ON_A_PAGE, inboundFilter, readInboundList, useInbound, useStanding } from './esf.data.ts';
import type { InboundList } from './esf.data.ts';
import { EsfViews } from './esf-views.tsx';
import { useInboundColumns } from './inbound-table.tsx';
import { Standing } from './standing.tsx';

const InboundWindow = lazyPart(() => import('./inbound-window.tsx'));

const FILTERS_OFF = {
  date_from: undefined,
  date_to: undefined,
  status: undefined,
  match: undefined,
  search: undefined,
};

/** `/lk/business/esf/inbound`: what was issued to the company in ИС ЭСФ, and how it agrees with the signed acts. */
export default function InboundPage() {
  const t = useTexts('esf');
  const [list, change] = useUrlState(readInboundList);
  const answer = useInbound(list);
  const { data } = answer;
  const { data: standing } = useStanding(true);
  const columns = useInboundColumns();
  const filter = inboundFilter(list);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title={t('inbound.title')} count={data?.total} countIsExact={data?.is_exact} />
      <EsfViews current="inbound" />
      <WhenWhole>
        <div className="k-stack k-gap-12 k-below-16">
          {standing && <Standing standing={standing} />}
          {data && <Asked found={data} />}
        </div>
        <div className="k-split k-middle">
          <Filters list={list} onChange={change} />
          <div className="k-below-16">
            <SaveTable read={(format) => api.call('esf.inbound_sheet', { query: { ...filter, format } })} />
          </div>
        </div>
        <ListTable
          label={t('inbound.title')}
          columns={columns}
          rowKey={(row) => row.id}
          rowName={(row) => row.registration_number}
          rowHref={(row) => hrefWith('/lk/business/esf/inbound', { ...list, open: row.id })}
          onResetFilters={filtered ? () => change(FILTERS_OFF) : undefined}
          empty={<EmptyState title={t('inbound.empty')} hint={t('inbound.empty_hint')} noAction="others" />}
          {...pagesOf(answer, list.page, ESF_ON_A_PAGE, change)}
          counted
        />
      </WhenWhole>
      <div className={css.end} />
      <Suspense>
        {list.open > 0 && (
          <InboundWindow
            inbound_id={list.open}
            onClose={() => change({ open: undefined, page: list.page })}
          />
        )}
      </Suspense>
    </>
  );
}

/** When ИС ЭСФ answered last, what keeps it from answering, and the question now. */
function Asked({ found: { asked_at, trouble } }: { found: Answer<'esf.inbound'> }) {
  const t = useTexts('esf');
  const f = useFormats();
  const ask = useAction('esf.inbound_ask', { stale: ['esf.inbound'] });
  return (
    <div className="k-row k-gap-8-16 k-middle">
      <span className="k-second">
        {[
          asked_at ? t('inbound.asked', { when: f.relative(asked_at) }) : t('inbound.never'),
          ...(trouble && (asked_at || trouble !== 'sign_in') ? [t(`inbound.${trouble}`)] : []),
        ].join(' ')}
      </span>
      {asked_at && trouble !== 'sign_in' && trouble !== 'not_connected' && (
        <Button
          variant="default"
          size="compact-sm"
          loading={ask.isPending}
          onClick={() => ask.mutate({}, { onSuccess: () => toasts.success(t('inbound.asking')) })}
        >
          {t('inbound.ask')}
        </Button>
      )}
    </div>
  );
}

interface FiltersProps {
  list: InboundList;
  onChange: (change: SearchChange, how?: { replace?: boolean }) => void;
}

function Filters({ list, onChange }: FiltersProps) {
  const t = useTexts('esf');
  const f = useFormats();
  const search = useCallback((text: string) => onChange({ search: text }, { replace: true }), [onChange]);
  const [today] = useState(() => almatyDate(new Date()));
  const { date_from: from, date_to: to } = list;
  const month = `${today.slice(0, 7)}-01`;
  const before = addDays(month, -1);
  return (
    <FilterChips
      onReset={() => onChange(FILTERS_OFF)}
      chips={[
        periodChip({
          key: 'period',
          label: t('inbound.period'),
          chosen: from || to ? `${from ? f.date(from) : '…'} – ${to ? f.date(to) : '…'}` : null,
          period: list,
          presets: [
            { label: t('inbound.month'), from: month, to: today },
            { label: t('inbound.month_before'), from: `${before.slice(0, 7)}-01`, to: before },
            { label: t('inbound.quarter'), from: addDays(today, -89), to: today },
          ],
          onChange,
        }),
        choiceChip({
          key: 'match',
          label: t('inbound.match_label'),
          options: INBOUND_MATCHES.map((value) => ({ value, label: t(`inbound.match.${value}`) })),
          chosen: list.match,
          onChoose: (match) => onChange({ match }),
        }),
        choiceChip({
          key: 'status',
          label: t('columns.state'),
          options: INBOUND_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          chosen: list.status,
          onChoose: (status) => onChange({ status }),
        }),
      ]}
    >
      <SearchField label={t('inbound.search')} value={list.search} onSearch={search} />
    </FilterChips>
  );
}
