import { useRef } from 'react';
import type { FormEvent, FocusEvent } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Knows whether the forms inside an element hold something that the user typed or chose. It looks at the fields and not
 * at the state of a form, because the windows keep that in many ways.
 */
export function useTyped() {
  const before = useRef(new Map<Field, unknown>());
  const typed = useRef(new Set<Field>());
  return {
    watch: {
      onFocusCapture: ({ target }: FocusEvent) => {
        if (isField(target) && !typed.current.has(target)) before.current.set(target, held(target));
      },
      onInputCapture: ({ target }: FormEvent) => {
        if (isField(target)) typed.current.add(target);
      },
    },
    /** Returns such a field, the last one first; fields that are gone were sent or dropped. */
    find: (): Field | undefined =>
      [...typed.current]
        .reverse()
        // An input of files is emptied as soon as it has handed them over.
        .find(
          (field) =>
            field.isConnected && (field.type === 'file' || held(field) !== before.current.get(field)),
        ),
  };
}

/** Outside of a form stand searches and filters, which act at once. */
const isField = (target: EventTarget): target is Field =>
  target instanceof Element && target.matches('form :is(input, textarea, select)');

const held = (field: Field): unknown =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value;
