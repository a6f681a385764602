/** Puts the keyboard into a field by its wire name, once the next picture is drawn: the field may only then be there. */
export function focusField(inside: HTMLElement | null, field: string): void {
  requestAnimationFrame(() => select(inside?.querySelector<HTMLElement>(`[data-field="${field}"]`)));
}

/** The first field that is said to be wrong. */
export function focusFirstFault(inside: HTMLElement | null): void {
  requestAnimationFrame(() =>
    select(inside?.querySelector<HTMLElement>('[data-field][aria-invalid="true"]')),
  );
}

/** The field after this one. */
export function focusNextField(inside: HTMLElement, from: HTMLElement): void {
  const fields = [...inside.querySelectorAll<HTMLElement>('[data-field]:not(:disabled)')];
  select(fields[fields.indexOf(from) + 1]);
}

/** What is in a text is marked, so that typing replaces it. */
function select(field: HTMLElement | null | undefined): void {
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}
