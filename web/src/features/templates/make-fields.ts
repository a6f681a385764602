/** What is chosen and typed for contracts of a template. */
export interface MakeFields {
  template_id: string | null;
  executors: string[];
  title: string;
  type_id: string;
  start_date: string;
  end_date: string;
  send: boolean;
}

export const NOTHING_MADE: MakeFields = {
  template_id: null,
  executors: [],
  title: '',
  type_id: '1',
  start_date: '',
  end_date: '',
  send: false,
};

type Field = 'template_id' | 'executors' | 'title' | 'start_date' | 'end_date';

export function makeFaults(fields: MakeFields): Partial<Record<Field, 'required' | 'dates'>> {
  const faults: Partial<Record<Field, 'required' | 'dates'>> = {};
  if (fields.template_id === null) faults.template_id = 'required';
  if (fields.executors.length === 0) faults.executors = 'required';
  for (const field of ['title', 'start_date', 'end_date'] as const)
    if (fields[field].trim() === '') faults[field] = 'required';
  if (fields.start_date && fields.end_date && fields.end_date < fields.start_date) faults.end_date = 'dates';
  return faults;
}
