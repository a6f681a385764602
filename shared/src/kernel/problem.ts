import type { ProblemCode } from './problems.ts';

/** What a problem may carry beside its code. `field` is the wire name of the input at fault (`services.0.rate`). */
export interface ProblemDetail {
  field?: string;
  /** Values for the placeholders of the text (`{{state}}`). Never secrets or personal data. */
  values?: Record<string, string | number> | undefined;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  retry_after_s?: number;
  /** Further headers of the answer, by their names in lower case. */
  headers?: Record<string, string>;
  /** Further fields of the answer, where a foreign protocol wants them beside the usual ones. */
  body?: Record<string, unknown>;
}

/**
 * The one class for everything that is the caller's affair. The code is a key of `problems.ts` (status)
 * and of `texts/<locale>/problems.ts` (sentence). Programmer errors are plain `Error`.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: ProblemDetail;

  constructor(code: ProblemCode, detail: ProblemDetail = {}) {
    super(code);
    this.name = 'Problem';
    this.code = code;
    this.detail = detail;
  }
}

/** The body of every error answer (decisions 13). */
export interface ProblemBody {
  message: string;
  code: string;
  request_id: string;
  field?: string;
  data?: { message: string };
}
