import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { useGo } from '../../ui/app-link.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { PaperNumber, paperNumberOf } from '../../ui/paper-number.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import { RunWindow } from '../jobs/public.ts';
import { CheckResult } from './check-result.tsx';
import { makeFaults, makeFieldsOf, NOTHING_MADE } from './make-fields.ts';
import type { TypedMake } from './make-fields.ts';
import { useCheck, useExecutorNames, useTemplateNames } from './templates.data.ts';
import css from './templates.module.css';

interface MakeDialogProps {
  template_id: number | null;
  /** Executors that were chosen before. */
  executors?: readonly number[];
  onClose: () => void;
}

/** Contracts of a template with one or many; what cannot be filled for whom is said before anything is made. */
export default function MakeDialog({ template_id, executors = [], onClose }: MakeDialogProps) {
  const t = useTexts('templates');
  const states = useTexts('states');
  const isPhone = useIsPhone();
  const go = useGo();
  const keyOf = useRepeatKey();
  const templates = useTemplateNames();
  const { data: names } = useExecutorNames();
  const [typed, setTyped] = useState<TypedMake>({
    ...NOTHING_MADE,
    template_id: template_id === null ? null : String(template_id),
    executors: executors.map(String),
  });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [run_id, setRun] = useState<number | null>(null);
  const fields = makeFieldsOf(typed, templates.data?.items ?? []);
  const set = (part: Partial<TypedMake>) => {
    setTyped((before) => ({ ...before, ...part }));
    setRefused(null);
  };
  const active = (names ?? []).filter(({ status }) => status === 'active' || status === 'invited');
  const chosen = fields.executors.map(Number);
  const check = useCheck(fields.template_id === null ? null : Number(fields.template_id), chosen);
  const ready = chosen.length > 0 ? (check.data?.ready ?? 0) : 0;
  const faults = makeFaults(fields);
  const said = (field: keyof typeof faults) =>
    tried && faults[field] ? t(`make.${faults[field]}`) : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length > 0 || !check.data || ready === 0) return;
    const body = {
      template_id: Number(fields.template_id),
      title: fields.title.trim(),
      ...paperNumberOf(fields),
      start_date: fields.start_date,
      end_date: fields.end_date,
      type_id: Number(fields.type_id),
    };
    const filled = check.data.items.filter(({ missing }) => missing.length === 0);
    const executor_company_ids = filled.map((one) => one.executor_company_id);
    const idempotency_key = keyOf([body, executor_company_ids, fields.send]);
    setBusy(true);
    try {
      const [only] = executor_company_ids;
      if (executor_company_ids.length === 1 && !fields.send) {
        const one = { ...body, executor_company_id: only! };
        const made = await api.call('documents.create_by_template', { body: one }, { idempotency_key });
        await invalidate(['documents.', 'templates.', 'home.']);
        toasts.success(t('make.created'));
        go(`/lk/business/contracts/${made.contract_id}`);
        return;
      }
      const many = { ...body, executor_company_ids, send: fields.send };
      setRun((await api.call('documents.create_many', { body: many }, { idempotency_key })).id);
      void invalidate(['jobs.list']);
    } catch (error) {
      setRefused(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  if (run_id !== null) return <RunWindow run_id={run_id} onClose={onClose} />;
  return (
    <Window
      opened
      onClose={busy ? () => undefined : onClose}
      title={t('make.title')}
      size={640}
      fullScreen={isPhone}
    >
      <form noValidate className="k-stack" onSubmit={(event) => void submit(event)}>
        <Select
          label={t('make.template')}
          required
          searchable
          nothingFoundMessage={t('make.no_templates')}
          data={(templates.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={fields.template_id}
          error={said('template_id')}
          onChange={(value) => set({ template_id: value })}
        />
        <div>
          <MultiSelect
            label={t('make.executors')}
            required
            searchable
            clearable
            limit={100}
            maxDropdownHeight={260}
            nothingFoundMessage={t('make.nothing')}
            classNames={{ pillsList: css.pills ?? '' }}
            data={active.map((one) => ({
              value: String(one.executor_company_id),
              label: `${one.company_name} · ${one.bin}`,
            }))}
            value={fields.executors}
            error={said('executors')}
            onChange={(value) => set({ executors: value })}
          />
          {chosen.length < active.length && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => set({ executors: active.map((one) => String(one.executor_company_id)) })}
            >
              {t('make.all', { count: active.length })}
            </Button>
          )}
        </div>
        <TextInput
          label={t('make.name')}
          required
          maxLength={200}
          value={fields.title}
          error={said('title')}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <Select
          label={t('make.type')}
          allowDeselect={false}
          data={DOCUMENT_TYPES.map((code, at) => ({ value: String(at + 1), code })).flatMap(
            ({ value, code }) =>
              // An addendum belongs to a contract of its own: it is uploaded there.
              code === 'addendum' ? [] : [{ value, label: states(`document_type.${code}`) }],
          )}
          value={fields.type_id}
          onChange={(value) => set({ type_id: value ?? '1' })}
        />
        <PaperNumber number={fields.number} date={fields.date} many={chosen.length > 1} onChange={set} />
        <div className="k-pair">
          <DateInput
            label={t('make.start')}
            required
            value={fields.start_date}
            error={said('start_date')}
            onChange={(start_date) => set({ start_date })}
          />
          <DateInput
            label={t('make.end')}
            required
            min={fields.start_date || undefined}
            value={fields.end_date}
            error={said('end_date')}
            onChange={(end_date) => set({ end_date })}
          />
        </div>
        <Checkbox
          label={
            <>
              {t('make.send')}
              <span className="k-block k-second k-small">{t('make.send_hint')}</span>
            </>
          }
          checked={fields.send}
          onChange={(event) => set({ send: event.currentTarget.checked })}
        />
        <CheckResult check={check} asked={fields.template_id !== null && chosen.length > 0} />
        <FormFoot
          error={refused}
          submit={ready > 0 ? t('make.submit', { count: ready }) : t('make.submit_none')}
          busy={busy}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
