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
