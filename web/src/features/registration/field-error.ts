import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';

/** The words of an error for one of the fields of a form; undefined when it is about something else. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.field === field ? errorText(error) : undefined;
}

/** The words of an error that no field of the form takes; null when there is none. */
export function formError(error: unknown, fields: readonly string[]): string | null {
  if (!error) return null;
  return error instanceof ApiError && error.field && fields.includes(error.field) ? null : errorText(error);
}

/** Focuses the first field with something wrong in it. */
export function focusFirst(form: HTMLFormElement | null): void {
  const faulty = '[aria-invalid="true"], input[data-invalid="true"]';
  setTimeout(() => form?.querySelector<HTMLElement>(faulty)?.focus());
}
