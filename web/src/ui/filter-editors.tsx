import { use } from 'react';
import type { ChoiceFormProps, RangeFormProps } from './filter-forms.tsx';
import type { PartyPickerProps } from './party-picker.tsx';

type Forms = typeof import('./filter-forms.tsx');

let loaded: Forms | null = null;
let loading: Promise<Forms> | null = null;

/** The files of all four, which come when the first window of a filter is opened. */
export function loadFilterForms(): Promise<Forms> {
  loading ??= import('./filter-forms.tsx').then((forms) => (loaded = forms));
  return loading;
}

/** Any of several. */
export function ChoiceEditor(props: ChoiceFormProps) {
  const { ChoiceForm } = loaded ?? use(loadFilterForms());
  return <ChoiceForm {...props} />;
}

/** From one date to another; either may be left open. */
export function PeriodEditor(props: RangeFormProps) {
  const { PeriodForm } = loaded ?? use(loadFilterForms());
  return <PeriodForm {...props} />;
}

/** From one sum to another, decimals of the wire; either may be left open. */
export function SumEditor(props: RangeFormProps) {
  const { SumForm } = loaded ?? use(loadFilterForms());
  return <SumForm {...props} />;
}

/** One of many by its name or БИН. */
export function PartyEditor(props: PartyPickerProps) {
  const { PartyPicker } = loaded ?? use(loadFilterForms());
  return <PartyPicker {...props} />;
}
