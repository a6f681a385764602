import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import limits from 'virtual:form-limits/documents.create_many';
import { api, type Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { useGo } from '../../ui/app-link.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PaperNumber, paperNumberOf } from '../../ui/paper-number.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import { RunWindow } from '../jobs/public.ts';
import { CheckResult } from './check-result.tsx';
import { SampleButton } from './sample-button.tsx';
import { makeFieldsOf, NOTHING_MADE } from './make-fields.ts';
import type { TypedMake } from './make-fields.ts';
import { useCheck, useExecutorNames, useTemplateNames } from './templates.data.ts';
import css from './templates.module.css';

interface MakeDialogProps {
  template_id: number | null;
  /** Executors that were chosen before. */
  executors?: readonly number[];
  onClose: () => void;
}

/** Contracts of a template with one or many. The form waits for the templates: the only one is chosen in it from the start. */
export default function MakeDialog(props: MakeDialogProps) {
  const t = useTexts('templates');
  const isPhone = useIsPhone();
  const { data, error, refetch } = useTemplateNames();
  if (data && data.items.length > 0) return <MakeForm {...props} templates={data.items} />;
  return (
    <Window opened onClose={props.onClose} title={t('make.title')} size={640} fullScreen={isPhone}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <EmptyState
          title={t('page.empty')}
          hint={t('page.empty_hint')}
          action={{ label: t('page.upload'), href: '/lk/business/settings/templates?upload=true' }}
        >
          <SampleButton />
        </EmptyState>
      )}
    </Window>
  );
}

interface MakeFormProps extends MakeDialogProps {
  templates: Answer<'templates.list'>['items'];
}

/** What cannot be filled for whom is said before anything is made. */
function MakeForm({ template_id, executors = [], templates, onClose }: MakeFormProps) {
  const t = useTexts('templates');
  const states = useTexts('states');
  const isPhone = useIsPhone();
  const go = useGo();
  const keyOf = useRepeatKey();
  const { data: names } = useExecutorNames();
  const [run_id, setRun] = useState<number | null>(null);
  const form = useForm<TypedMake>(
    {
      ...NOTHING_MADE,
      template_id: template_id === null ? null : String(template_id),
      executors: executors.map(String),
    },
    {
      limits: { ...limits, executors: { required: true } },
      check: (typed) => {
        const { template_id: chosen, title, start_date, end_date } = makeFieldsOf(typed, templates);
        return {
          template_id: chosen ? null : undefined,
          title: title.trim() ? null : 'field.required',
          end_date: end_date && end_date < start_date ? t('make.dates') : undefined,
        };
      },
    },
  );
  const fields = makeFieldsOf(form.values, templates);
  const active = (names ?? []).filter(({ status }) => status === 'active' || status === 'invited');
  const chosen = fields.executors.map(Number);
  const check = useCheck(fields.template_id === null ? null : Number(fields.template_id), chosen);
  const ready = chosen.length > 0 ? (check.data?.ready ?? 0) : 0;

  const save = async () => {
    if (!check.data || ready === 0) return;
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
    const [only] = executor_company_ids;
    if (only !== undefined && executor_company_ids.length === 1 && !fields.send) {
      const one = { ...body, executor_company_id: only };
      const { contract_id } = await api.call(
        'documents.create_by_template',
        { body: one },
        { idempotency_key },
      );
      await invalidate(['documents.', 'templates.', 'home.']);
      toasts.success(t('make.created'));
      go(`/lk/business/contracts/${contract_id}`);
      return;
    }
    const many = { ...body, executor_company_ids, send: fields.send };
    setRun((await api.call('documents.create_many', { body: many }, { idempotency_key })).id);
    void invalidate(['jobs.list']);
  };

  if (run_id !== null) return <RunWindow run_id={run_id} onClose={onClose} />;
  return (
    <FormDialog
      title={t('make.title')}
      size={640}
      fullScreen={isPhone}
      form={form}
      save={save}
      submit={ready > 0 ? t('make.submit', { count: ready }) : t('make.submit_none')}
      onClose={onClose}
    >
      <Select
        label={t('make.template')}
        searchable
        nothingFoundMessage={t('make.no_template')}
        data={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('template_id')}
        value={fields.template_id}
        onChange={(value) => form.set({ template_id: value })}
      />
      <div>
        <MultiSelect
          label={t('make.executors')}
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
          {...form.field('executors')}
        />
        {chosen.length < active.length && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => form.set({ executors: active.map((one) => String(one.executor_company_id)) })}
          >
            {t('make.all', { count: active.length })}
          </Button>
        )}
      </div>
      <TextInput label={t('make.name')} {...form.field('title')} value={fields.title} />
      <Select
        label={t('make.type')}
        allowDeselect={false}
        data={DOCUMENT_TYPES.map((code, at) => ({ value: String(at + 1), code })).flatMap(({ value, code }) =>
          // An addendum belongs to a contract of its own: it is uploaded there.
          code === 'addendum' ? [] : [{ value, label: states(`document_type.${code}`) }],
        )}
        {...form.field('type_id')}
      />
      <PaperNumber field={form.field} many={chosen.length > 1} />
      <div className="k-pair">
        <DateInput label={t('make.start')} {...form.field('start_date')} />
        <DateInput label={t('make.end')} min={fields.start_date || undefined} {...form.field('end_date')} />
      </div>
      <Checkbox
        label={
          <>
            {t('make.send')}
            <span className="k-block k-second k-small">{t('make.send_hint')}</span>
          </>
        }
        {...form.field('send')}
      />
      <CheckResult check={check} asked={fields.template_id !== null && chosen.length > 0} />
    </FormDialog>
  );
}
