import type { ProblemBody } from '@kelisim/shared/kernel/problem.ts';

/** Anything a call can end with but its answer. `status` 0 means that there was no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  /** The stable word of `problems.ts`, or `network`, or `http` when the body was none of ours. */
  readonly code: string;
  /** Wire name of the input at fault (`services.0.rate`). */
  readonly field: string | null;
  readonly request_id: string | null;
  /** The JSON body as it came. */
  readonly data: unknown;
  readonly retry_after_s: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    body?: Partial<ProblemBody>,
    retry_after_s?: number | null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.field = body?.field ?? null;
    this.request_id = body?.request_id ?? null;
    this.data = body ?? null;
    this.retry_after_s = retry_after_s ?? null;
  }
}

export const NETWORK_FAILURE =
  'The request failed and the interceptors did not return an alternative response';
const ERROR_CODE_FAILURE = 'Response returned an error code';

export const DECLINED = 'declined';

/** The person closed the question that a call had to ask first. Nothing was done and nothing is wrong. */
export function isDeclined(error: unknown): boolean {
  return error instanceof ApiError && error.code === DECLINED;
}

/** A call was made without an input it cannot do without. */
export class RequiredFieldError extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`Required field is missing: ${field}`);
    this.name = 'RequiredFieldError';
    this.field = field;
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ProblemBody> | null;
  const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    body?.code ?? 'http',
    body?.message || ERROR_CODE_FAILURE,
    body ?? {},
    Number.isFinite(after) ? after : null,
  );
}

/** The words of a 503 toast: the data message, else the message of the server, else null. */
export function unavailableMessage(error: ApiError): string | null {
  const data = (error.data as Partial<ProblemBody> | null)?.data?.message;
  if (data) return data;
  return error.message === ERROR_CODE_FAILURE ? null : error.message;
}
