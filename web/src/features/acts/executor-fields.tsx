import { NativeSelect, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { chosenParty } from './act-draft.ts';
import type { ActDraft } from './act-draft.ts';
import css from './act-form.module.css';
import { matchingParties } from '../../ui/party-picker.tsx';
import type { ActFormState } from './use-act-form.ts';

export type ExecutorName = Answer<'executors.names'>[number];
export interface UsableContract {
  id: number;
  title: string;
  start_date: string;
  end_date: string;
}

const SHOWN = 50;

interface ExecutorFieldsProps {
  executors: readonly ExecutorName[];
  contracts: readonly UsableContract[];
  draft: ActDraft;
  change: ActFormState['change'];
  faults: Record<string, string>;
  onLeave: (field: string) => void;
  /** A correction stays with whom it corrects. */
  fixed: boolean;
  /** What was sent once stays with whom it was sent to; another contract of the same executor is allowed. */
  isSent: boolean;
}

/** The executor, then one of the contracts that are in force with them. */
export function ExecutorFields({
  executors,
  contracts,
  draft,
  change,
  faults,
  onLeave,
  fixed,
  isSent,
}: ExecutorFieldsProps) {
  const t = useTexts('acts');
  const f = useFormats();
  const contract = contracts.find((one) => String(one.id) === draft.contract_id);
  const [search, setSearch] = useState(executorOf(draft.contractor_company_id)?.company_name ?? '');
  const leaving = useRef(false);
  const pick = (id: string | null) => change(chosenParty(executors, id));
  /** Enter takes the only match and goes on; with several the list stays open. */
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || draft.contractor_company_id || search.trim() === '') return;
    const parties = executors.map((of) => ({ of, name: of.company_name, bin: of.bin }));
    const found = matchingParties(parties, search).filter(({ of }) => of.contracts.length > 0);
    if (found.length === 1) pick(String(found[0]!.of.executor_company_id));
    else event.preventDefault();
  };
  const without = draft.contractor_company_id !== '' && contracts.length === 0;
  return (
    <div className="k-pair k-top">
      <Select
        label={t('form.executor')}
        placeholder={t('form.executor_hint')}
        data-field="contractor_company_id"
        disabled={fixed || isSent}
        description={isSent && !fixed ? t('form.executor_fixed') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        searchValue={search}
        onSearchChange={(text) => {
          // The box would be emptied when it is left with a name that was typed and not chosen.
          if (text || !leaving.current) setSearch(text);
        }}
        onKeyDown={onEnter}
        onFocus={() => (leaving.current = false)}
        onBlurCapture={() => (leaving.current = true)}
        openOnFocus={false}
        withScrollArea={false}
        styles={{ options: { maxHeight: 280, overflowY: 'auto' } }}
        comboboxProps={{ withinPortal: false }}
        limit={SHOWN}
        withAsterisk
        nothingFoundMessage={t('filters.no_party')}
        data={executors.map((one) => ({
          value: String(one.executor_company_id),
          label: one.company_name,
          disabled: one.contracts.length === 0,
        }))}
        filter={({ options, search }) => {
          const parties = options.flatMap((option) =>
            'value' in option ? [{ option, ...nameOf(option.value) }] : [],
          );
          return matchingParties(parties, search).map(({ option }) => option);
        }}
        renderOption={({ option }) => <ExecutorOption name={option.label} of={executorOf(option.value)} />}
        value={draft.contractor_company_id || null}
        onChange={pick}
        onBlur={() => onLeave('contractor_company_id')}
        error={
          faults['contractor_company_id'] &&
          (search.trim() && !draft.contractor_company_id
            ? t('form.executor_not_chosen')
            : faults['contractor_company_id'])
        }
      />
      <NativeSelect
        label={t('form.contract')}
        data-field="contract_id"
        withAsterisk
        disabled={fixed || contracts.length === 0}
        description={
          contract &&
          t('form.contract_dates', { from: f.date(contract.start_date), to: f.date(contract.end_date) })
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          {
            value: '',
            label: t(draft.contractor_company_id ? 'form.choose' : 'form.contract_first'),
          },
          ...contracts.map((one) => ({ value: String(one.id), label: one.title })),
        ]}
        value={draft.contract_id}
        onChange={(event) => change({ contract_id: event.currentTarget.value })}
        onBlur={() => onLeave('contract_id')}
        error={without ? t('form.contract_none') : faults['contract_id']}
      />
    </div>
  );

  function executorOf(id: string) {
    return executors.find((one) => String(one.executor_company_id) === id);
  }

  function nameOf(id: string) {
    const found = executorOf(id);
    return { name: found?.company_name ?? '', bin: found?.bin ?? '' };
  }
}

function ExecutorOption({ name, of }: { name: string; of: ExecutorName | undefined }) {
  const t = useTexts('acts');
  return (
    <div>
      {name}
      <span className={`k-block k-second k-small ${css.second}`}>
        {of?.bin}
        {of?.contracts.length === 0 && ` · ${t('form.no_contract')}`}
      </span>
    </div>
  );
}
