import { ApiError, isDeclined, RequiredFieldError } from './api-error.ts';
import { textOf } from './i18n.ts';

/** What to say of an error: the server's sentence (it is in the reader's language already), or ours. */
export function errorText(error: unknown): string {
  // Whoever closed the question knows it; there is nothing to say.
  if (isDeclined(error)) return '';
  if (error instanceof RequiredFieldError) return textOf('app', 'errors.required', { field: error.field });
  if (!(error instanceof ApiError)) return textOf('app', 'errors.unexpected');
  if (error.code === 'network') return textOf('app', 'errors.network');
  if (error.code !== 'http') return error.message;
  return textOf('app', error.status === 503 ? 'errors.try_later' : 'errors.unexpected');
}
