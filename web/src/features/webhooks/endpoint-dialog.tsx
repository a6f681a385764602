import { EVENT_TYPES, type EventType } from '@kelisim/shared/features/events/event-types.ts';
import type { EndpointView } from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import { Radio, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/webhooks.create';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { Fault } from '../../ui/failure.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { EventChoice } from './event-choice.tsx';

interface EndpointDialogProps {
  /** Null for a new one. */
  item: EndpointView | null;
  stale: readonly string[];
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Where events are sent, and of which. */
export default function EndpointDialog({ item, stale, onMade, onClose }: EndpointDialogProps) {
  const t = useTexts('webhooks');
  const options = { stale: [...stale], meta: { quiet: true } };
  const create = useAction('webhooks.create', options);
  const update = useAction('webhooks.update', options);
  const form = useForm(
    {
      url: item?.url ?? '',
      name: item?.name ?? '',
      of: item && item.types.length > 0 ? ('some' as const) : ('all' as 'all' | 'some'),
      types: item?.types ?? ([] as EventType[]),
    },
    {
      limits,
      words: { url: t('url_missing') },
      check: ({ of, types }) => ({
        types: of === 'some' && types.length === 0 ? t('chosen_missing') : undefined,
      }),
    },
  );
  const { of, types } = form.values;
  return (
    <FormDialog
      title={t(item ? 'change_title' : 'add_title')}
      form={form}
      submit={t(item ? 'save' : 'create')}
      closeOnClickOutside={false}
      save={async ({ url, name }) => {
        const body = { url, name, types: of === 'all' ? [] : types };
        if (item) {
          await update.mutateAsync({ params: { endpoint_id: item.id }, body });
          toasts.success(t('saved'));
        } else onMade((await create.mutateAsync({ body })).secret);
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        label={t('url')}
        description={t('url_hint')}
        placeholder="https://"
        {...form.field('url')}
      />
      <TextInput label={t('name')} description={t('name_hint')} {...form.field('name')} />
      <Radio.Group label={t('events')} value={of} onChange={(to) => form.set({ of: to as typeof of })}>
        <div className="k-stack k-gap-12 k-above-12">
          <Radio value="all" label={t('every')} description={t('every_hint')} />
          <Radio value="some" label={t('chosen')} description={t('chosen_hint')} />
        </div>
      </Radio.Group>
      {of === 'some' && (
        <>
          <EventChoice
            chosen={types}
            onChange={(chosen) => form.set({ types: EVENT_TYPES.filter((type) => chosen.includes(type)) })}
          />
          <Fault text={form.fault('types')} />
        </>
      )}
    </FormDialog>
  );
}
