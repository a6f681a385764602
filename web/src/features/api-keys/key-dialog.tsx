import { READY_SETS, type ReadySet } from '@kelisim/shared/features/api-keys/ready-sets.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { SCOPES, type Scope } from '@kelisim/shared/kernel/scopes.ts';
import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import limits from 'virtual:form-limits/api_keys.create';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Fault } from '../../ui/failure.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';

const SETS = Object.keys(READY_SETS) as ReadySet[];
const USUAL_DAYS = 365;

interface KeyDialogProps {
  /** How long from today it may live. */
  most_days: number;
  stale: readonly string[];
  onMade: (made: { name: string; key: string }) => void;
  onClose: () => void;
}

/** What the key is for, what it may do, from where and until when. */
export default function KeyDialog({ most_days, stale, onMade, onClose }: KeyDialogProps) {
  const t = useTexts('api-keys');
  const [today] = useState(() => almatyDate(new Date()));
  const create = useAction('api_keys.create', { stale: [...stale], meta: { quiet: true } });
  const form = useForm(
    {
      name: '',
      set: 'books' as ReadySet | 'own',
      own: [] as Scope[],
      addresses: '',
      expires_on: addDays(today, Math.min(USUAL_DAYS, most_days)),
    },
    {
      limits,
      words: { name: t('name_missing') },
      fieldOf: (wire) => wire.replace(/^networks.*/, 'addresses'),
      check: ({ set, own }) => ({ own: set === 'own' && own.length === 0 ? t('scopes_missing') : undefined }),
    },
  );
  const { set, own } = form.values;
  return (
    <FormDialog
      title={t('add')}
      form={form}
      submit={t('create')}
      closeOnClickOutside={false}
      save={async ({ name, addresses, expires_on }) => {
        const networks = addresses.split(/[\s,;]+/).filter(Boolean);
        const scopes = set === 'own' ? own : [...READY_SETS[set]];
        const { key } = await create.mutateAsync({ body: { name, scopes, networks, expires_on } });
        onClose();
        onMade({ name: name.trim(), key });
      }}
      onClose={onClose}
    >
      <TextInput data-autofocus label={t('name')} description={t('name_hint')} {...form.field('name')} />
      <Radio.Group
        label={t('may')}
        value={set}
        onChange={(chosen) => form.set({ set: chosen as typeof set })}
      >
        <div className="k-stack k-gap-12 k-above-12">
          {[...SETS, 'own' as const].map((one) => (
            <Radio key={one} value={one} label={t(`sets.${one}`)} description={t(`sets.${one}_hint`)} />
          ))}
        </div>
      </Radio.Group>
      {set === 'own' && (
        <fieldset className="k-stack k-gap-12 k-flat k-group">
          <legend className="k-visually-hidden">{t('may')}</legend>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              label={t(`scopes.${scope}`)}
              checked={own.includes(scope)}
              onChange={({ currentTarget: { checked } }) =>
                form.set({
                  own: SCOPES.filter((one) => (one === scope ? checked : own.includes(one))),
                })
              }
            />
          ))}
          <Fault text={form.fault('own')} />
        </fieldset>
      )}
      <Textarea
        autosize
        minRows={2}
        label={t('addresses')}
        description={t('addresses_hint')}
        spellCheck={false}
        {...form.field('addresses')}
      />
      <DateInput
        label={t('ends')}
        description={t('ends_hint')}
        min={today}
        max={addDays(today, most_days)}
        {...form.field('expires_on')}
      />
    </FormDialog>
  );
}
