import { DOCUMENT_STATUS_IDS } from '@kelisim/shared/features/documents/document-status.ts';
import { TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { choicesChip } from '../../ui/choice-chip.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import type { FilterChip } from '../../ui/filter-chips.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Side } from './document-look.ts';
import { FILTERS_OFF, statesToChoose } from './documents-list-state.ts';
import type { DocumentsQuery } from './documents-list-state.ts';
import css from './documents.module.css';
import { useExecutorNames } from './documents.data.ts';

interface DocumentFiltersProps {
  side: Side;
  query: DocumentsQuery;
  onChange: (change: SearchChange, how?: { replace?: boolean }) => void;
}

export function DocumentFilters({ side, query, onChange }: DocumentFiltersProps) {
  const t = useTexts('documents');
  const states = useTexts('states');
  const search = useCallback((text: string) => onChange({ search: text }, { replace: true }), [onChange]);
  const options = statesToChoose(side).map((status) => ({
    value: String(DOCUMENT_STATUS_IDS[status]),
    label: states(`document.${status}`),
  }));
  const state = choicesChip({
    key: 'state',
    label: t('list.state'),
    options,
    chosen: (query.status_id ?? []).map(String),
    onChoose: (status_id) =>
      onChange(status_id ? { status_id, waiting: undefined } : { status_id: undefined }),
  });
  const executor = useExecutorChip(query, onChange);
  return (
    <FilterChips
      onReset={() => onChange(FILTERS_OFF)}
      chips={[
        state,
        ...(side === 'business' ? [executor] : []),
        {
          key: 'is_expired',
          label: t('list.only_expired'),
          on: query.is_expired ?? false,
          onToggle: (on) => onChange({ is_expired: on }),
        },
      ]}
    >
      <SearchField
        label={t('list.search_label')}
        placeholder={t('list.search')}
        value={query.search}
        onSearch={search}
      />
    </FilterChips>
  );
}

function useExecutorChip(query: DocumentsQuery, onChange: DocumentFiltersProps['onChange']): FilterChip {
  const t = useTexts('documents');
  const id = query.contractor_company_id;
  // Only a chosen one needs its name before the little window is opened.
  const { data: names } = useExecutorNames(id !== undefined);
  return {
    key: 'executor',
    label: t('list.executor'),
    chosen:
      id === undefined
        ? null
        : (names?.find((one) => one.executor_company_id === id)?.company_name ?? String(id)),
    onClear: () => onChange({ contractor_company_id: undefined }),
    editor: (close) => (
      <ExecutorEditor
        onChoose={(contractor_company_id) => {
          onChange({ contractor_company_id });
          close();
        }}
      />
    ),
  };
}

const SHOWN = 50;

function ExecutorEditor({ onChoose }: { onChoose: (id: number) => void }) {
  const t = useTexts('documents');
  const { data: names } = useExecutorNames(true);
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = (names ?? []).filter(
    ({ company_name: name, bin }) => name.toLowerCase().includes(wanted) || bin.startsWith(wanted),
  );
  return (
    <div className={css.choose}>
      <TextInput
        type="search"
        data-autofocus
        aria-label={t('list.find_executor')}
        placeholder={t('list.find_executor')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul>
        {found.slice(0, SHOWN).map((one) => (
          <li key={one.executor_company_id}>
            <button type="button" onClick={() => onChoose(one.executor_company_id)}>
              {one.company_name}
              <span className="k-block k-plain k-second k-small">{one.bin}</span>
            </button>
          </li>
        ))}
      </ul>
      {names && found.length === 0 && (
        <p className="k-block k-plain k-second k-small">
          {t(names.length ? 'form.executor_none' : 'list.no_executors')}
        </p>
      )}
    </div>
  );
}
