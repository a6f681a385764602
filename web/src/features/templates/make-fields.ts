/** What is chosen and typed for contracts of a template. */
export interface MakeFields {
  template_id: string | null;
  executors: string[];
  title: string;
  type_id: string;
  number: string;
  date: string;
  start_date: string;
  end_date: string;
  send: boolean;
}

/** As it is typed: the title is null while it is the name of the template. */
export type TypedMake = Omit<MakeFields, 'title'> & { title: string | null };

export const NOTHING_MADE: TypedMake = {
  template_id: null,
  executors: [],
  title: null,
  type_id: '1',
  number: '',
  date: '',
  start_date: '',
  end_date: '',
  send: false,
};

/** The only template is chosen by itself, and a contract is called as its template until it gets another name. */
export function makeFieldsOf(
  typed: TypedMake,
  templates: readonly { id: number; name: string }[],
): MakeFields {
  const sole = templates.length === 1 ? String(templates[0]!.id) : null;
  const template_id = typed.template_id ?? sole;
  const name = templates.find(({ id }) => String(id) === template_id)?.name;
  return { ...typed, template_id, title: typed.title ?? name ?? '' };
}

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
