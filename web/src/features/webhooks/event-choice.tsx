import {
  EVENT_TYPES,
  EVENT_WORDS,
  thingOf,
  type EventThing,
  type EventType,
} from '@kelisim/shared/features/events/event-types.ts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';

const THINGS = Object.keys(EVENT_WORDS) as EventThing[];
const OF_THING = new Map(
  THINGS.map((thing) => [thing, EVENT_TYPES.filter((type) => thingOf(type) === thing)]),
);

interface EventChoiceProps {
  chosen: readonly EventType[];
  onChange: (chosen: EventType[]) => void;
}

/** Types of events by what they are about; what is about one kind of thing can be taken whole. */
export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const t = useTexts('webhooks');
  const word = useTextByCode('webhooks');
  // Open from the start where something is chosen; later by hand alone.
  const [open] = useState(() => new Set(chosen.map(thingOf)));
  const take = (types: readonly EventType[], is_taken: boolean) => {
    const rest = chosen.filter((type) => !types.includes(type));
    onChange(is_taken ? [...rest, ...types] : rest);
  };
  return (
    <div className="k-stack k-gap-4" role="group" aria-label={t('chosen')}>
      {THINGS.map((thing) => {
        const types = OF_THING.get(thing) ?? [];
        const taken = types.filter((type) => chosen.includes(type)).length;
        return (
          <details key={thing} open={open.has(thing)}>
            <summary className="k-pad-8-0">
              {t('group', { name: t(`event.many.${thing}`), n: String(taken), all: String(types.length) })}
            </summary>
            <div className="k-stack k-gap-12 k-pad-8-12">
              {types.length > 1 && (
                <Checkbox
                  label={t('whole_group')}
                  checked={taken === types.length}
                  indeterminate={taken > 0 && taken < types.length}
                  onChange={({ currentTarget: { checked } }) => take(types, checked)}
                />
              )}
              {types.map((type) => (
                <Checkbox
                  key={type}
                  label={word(`event.${type}`, type)}
                  checked={chosen.includes(type)}
                  onChange={({ currentTarget: { checked } }) => take([type], checked)}
                />
              ))}
            </div>
          </details>
        );
      })}
    </div>
  );
}
