import { Alert, Button } from '@mantine/core';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actTotal, serviceAmount } from '@kelisim/shared/features/acts/act-totals.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Fault } from '../../ui/failure.tsx';
import { Money } from '../../ui/money.tsx';
import { AboutFields } from './about-fields.tsx';
import { chosenParty, draftOf, newDraft } from './act-draft.ts';
import type { ActDraft } from './act-draft.ts';
import css from './act-form.module.css';
import { isOddDate } from './check-act.ts';
import { DraftNotes } from './draft-notes.tsx';
import { ExecutorFields } from './executor-fields.tsx';
import type { ExecutorName, UsableContract } from './executor-fields.tsx';
import { focusFirstFault, focusNextField } from './focus-field.ts';
import type { Choices } from './paste-rows.ts';
import { ServicesGrid } from './services-grid.tsx';
import { StaleAct } from './stale-act.tsx';
import { useActForm } from './use-act-form.ts';
import { useSaveAct } from './use-save-act.ts';

export interface ActFormProps {
  /** Whose drafts on this device these are. */
  place: string;
  /** The act that is changed; null for a new one. */
  act: ActView | null;
  executors: readonly ExecutorName[];
  choices: Choices;
}

/** A new act, or a draft that is changed. */
export function ActForm({ place, act, executors, choices }: ActFormProps) {
  const t = useTexts('acts');
  const ref = useRef<HTMLFormElement>(null);
  const contractsOf = useCallback(
    (draft: ActDraft) => usableContracts(executors, act, draft),
    [executors, act],
  );
  const findTerm = useCallback(
    (draft: ActDraft) =>
      act?.corrects_act_id
        ? null
        : (contractsOf(draft).find((one) => String(one.id) === draft.contract_id) ?? null),
    [contractsOf, act],
  );
  const corrects = act !== null && act.corrects_act_id !== null;
  const form = useActForm(place, act, findTerm, () => newDraft(chosenParty(executors)));
  const saving = useSaveAct(act, form);
  const { draft, change, faults } = form;
  const contracts = contractsOf(draft);
  const [today] = useState(() => almatyDate(new Date()));

  const submit = (send: boolean) => {
    if (saving.isSaving) return;
    if (faults.isRight) saving.save(send);
    else {
      faults.showAll();
      focusFirstFault(ref.current);
    }
  };
  useEffect(() => {
    if (saving.failed) focusFirstFault(ref.current);
  }, [saving.failed]);

  useEffect(() => {
    // The question stands above the form, the button that led to it below.
    if (saving.fresh) ref.current?.scrollIntoView({ block: 'start' });
  }, [saving.fresh]);

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyS') {
      event.preventDefault();
      submit(false);
    }
    const target = event.target as HTMLElement;
    const goesOn = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && 'field' in target.dataset;
    if (!goesOn || event.defaultPrevented || target.tagName === 'TEXTAREA') return;
    event.preventDefault();
    focusNextField(event.currentTarget, target);
  };
  const count = Object.keys(faults.shown).length;
  const fields = { draft, change, faults: faults.shown, onLeave: faults.leave };
  return (
    <form
      ref={ref}
      className={css.form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => event.preventDefault()}
    >
      <DraftNotes form={form} />
      {saving.fresh && (
        <StaleAct
          fresh={saving.fresh}
          draft={draft}
          nameOfExecutor={(id) =>
            executors.find((one) => String(one.executor_company_id) === id)?.company_name ?? id
          }
          nameOfContract={(id) =>
            executors.flatMap((one) => one.contracts).find((one) => String(one.id) === id)?.title ?? id
          }
          onKeep={saving.keepOwn}
          onTake={() => {
            if (saving.fresh) form.replace(draftOf(saving.fresh), saving.fresh.version);
            saving.setFresh(null);
          }}
        />
      )}
      <Fault text={count > 0 && (faults.shown['services'] ?? t('form.errors', { count }))} />
      <Card title={t('form.who')}>
        <ExecutorFields
          {...fields}
          executors={executors}
          contracts={contracts}
          fixed={corrects}
          isSent={act?.was_sent ?? false}
        />
      </Card>
      <Card title={t('form.about')}>
        <div className="k-stack">
          <AboutFields {...fields} repeats={!corrects} isOdd={isOddDate(draft, today)} />
        </div>
      </Card>
      <Card title={t('form.services')}>
        <ServicesGrid
          services={draft.services}
          choices={choices}
          signed={corrects}
          change={change}
          faults={faults.shown}
          onLeave={faults.leave}
        />
      </Card>
      {saving.fault && (
        <Alert color="bad" variant="light" role="alert">
          {saving.fault}
        </Alert>
      )}
      <div className={`k-surface ${css.foot}`}>
        <Total draft={draft} kept_at={form.kept_at} />
        <div className={`k-row ${css.footActions}`}>
          <Button
            variant="default"
            loading={saving.isSaving && !saving.sends}
            disabled={saving.isSaving}
            onClick={() => submit(false)}
          >
            {t('form.save')}
          </Button>
          <Button
            loading={saving.isSaving && saving.sends}
            disabled={saving.isSaving}
            onClick={() => submit(true)}
          >
            {t('form.save_and_send')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The lines that are numbers already, summed as the server will do it. */
function Total({ draft, kept_at }: { draft: ActDraft; kept_at: string | null }) {
  const t = useTexts('acts');
  const f = useFormats();
  const total = actTotal(draft.services.filter((service) => serviceAmount(service) !== null));
  return (
    <div>
      <div className={`k-size-20 k-bold ${css.total}`}>
        {t('form.total')} <Money amount={total === null ? null : formatMoney(total)} />
      </div>
      <div className={`k-block k-second k-small ${css.second}`}>
        {t('form.rows', { count: draft.services.length })}
        {kept_at && ` · ${t('form.autosaved', { time: f.time(kept_at) })}`}
      </div>
    </div>
  );
}

/** Contracts in force with the chosen executor; the one the act stands on stays to be seen even when it has ended. */
function usableContracts(
  executors: readonly ExecutorName[],
  act: ActView | null,
  draft: ActDraft,
): UsableContract[] {
  const found = executors.find((one) => String(one.executor_company_id) === draft.contractor_company_id);
  const contracts = found?.contracts ?? [];
  if (!act || String(act.contractor_company.id) !== draft.contractor_company_id) return contracts;
  if (contracts.some((one) => one.id === act.contract_id)) return contracts;
  const { contract_id: id, contract_title: title, start_date, end_date } = act;
  return [{ id, title, start_date, end_date }, ...contracts];
}
