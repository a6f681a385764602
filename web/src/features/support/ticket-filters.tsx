import {
  TICKET_STATUS_IDS,
  TICKET_STATUSES,
  TICKET_THEMES,
} from '@kelisim/shared/features/support/ticket-status.ts';
import { useCallback } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { choiceChip, choicesChip } from '../../ui/choice-chip.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import type { FilterChip } from '../../ui/filter-chips.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { DeskSide } from './support.data.ts';
import { FILTERS_OFF } from './tickets-list-state.ts';
import type { TicketsQuery } from './tickets-list-state.ts';

interface TicketFiltersProps {
  side: DeskSide;
  query: TicketsQuery;
  onChange: (change: SearchChange, how?: { replace?: boolean }) => void;
}

export function TicketFilters({ side, query, onChange }: TicketFiltersProps) {
  const t = useTexts('support');
  const find = useCallback((search: string) => onChange({ search }, { replace: true }), [onChange]);
  const states = TICKET_STATUSES.map((status) => ({
    value: String(TICKET_STATUS_IDS[status]),
    label: t(`status.${status}`),
  }));
  const themes = TICKET_THEMES.map((theme, at) => ({ value: String(at + 1), label: t(`theme.${theme}`) }));
  const chips: FilterChip[] = [
    choicesChip({
      key: 'status',
      label: t('list.status'),
      options: states,
      chosen: (query.status_id ?? []).map(String),
      onChoose: (status_id) => onChange({ status_id }),
    }),
    choiceChip({
      key: 'theme',
      label: t('list.theme'),
      options: themes,
      chosen: query.theme_id === undefined ? undefined : String(query.theme_id),
      onChoose: (theme_id) => onChange({ theme_id }),
    }),
  ];
  const words = t(side === 'support' ? 'list.search' : 'list.search_own');
  return (
    <FilterChips onReset={() => onChange(FILTERS_OFF)} chips={side === 'support' ? chips : chips.slice(0, 1)}>
      <SearchField label={t('list.search_label')} placeholder={words} value={query.search} onSearch={find} />
    </FilterChips>
  );
}
