import { answersFile, type Call } from '@kelisim/shared/kernel/call.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { problems, type ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import { problemReply } from '../platform/http/problem-reply.ts';
import type { Json } from './openapi-schemas.ts';

/** Name, sentence and an example of each status that a refused call may have. */
const STATUSES = {
  400: ['BadInput', 'The request is not what the contract says.', 'missing_field'],
  401: ['Unauthorized', 'There is no token or key, or it is no longer good.', 'unauthorized'],
  403: ['Forbidden', 'The caller may not do this.', 'forbidden'],
  404: ['NotFound', 'There is no such thing, or it is of another company.', 'not_found'],
  409: ['Conflict', 'The state of the thing does not allow it.', 'conflict'],
  413: ['TooLarge', 'The request is too large.', 'too_large'],
  415: ['UnsupportedMedia', 'The body is of another kind.', 'unsupported_media'],
  422: ['Unprocessable', 'The request is well formed and cannot be carried out.', 'unsafe_file'],
  429: ['TooMany', 'Too many requests; `Retry-After` says when to come back.', 'too_many'],
  503: ['Unavailable', 'The service is busy or away; `Retry-After` says when to come back.', 'unavailable'],
} as const satisfies Record<number, readonly [string, string, ProblemCode]>;

const REQUEST_ID = '0b8e6a52-7a0c-4f1e-9a57-3a1b2c4d5e6f';

/** The body of every refusal; `is_open` where its reader must expect codes that are not there yet. */
export function problemSchema(is_open: boolean): Json {
  const codes = Object.keys(problems);
  return {
    type: 'object',
    required: ['message', 'code', 'request_id'],
    properties: {
      message: { type: 'string', description: 'In the language of the reader.' },
      code: { type: 'string', ...(is_open ? { 'x-extensible-enum': codes } : { enum: codes }) },
      request_id: { type: 'string' },
      field: { type: 'string', description: 'The input at fault, by its wire name.' },
      data: { type: 'object', properties: { message: { type: 'string' } } },
    },
  };
}

/** One answer of `components` for each status, with the codes that have it. */
export function responsesOfProblems(): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(STATUSES).map(([status, [name, description, code]]) => {
      const retry = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
      const detail = code === 'missing_field' ? { field: 'title' } : {};
      const example = problemReply(new Problem(code, detail), 'ru', REQUEST_ID).body;
      return [
        name,
        {
          description,
          ...(['429', '503'].includes(status) && { headers: retry }),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' }, example } },
          'x-codes': Object.entries(problems)
            .filter(([, one]) => one === Number(status))
            .map(([one]) => one),
        },
      ];
    }),
  );
}

/** The statuses that a call can be refused with, by what it takes. */
export function refusalsOf(call: Call): Record<string, Json> {
  const changes = call.method !== 'GET';
  const is_open = call.access.who === 'public';
  const statuses: (keyof typeof STATUSES | false)[] = [
    Boolean(call.params || call.query || call.body) && 400,
    !is_open && 401,
    !is_open && 403,
    Boolean(call.params || answersFile(call)) && 404,
    changes && 409,
    Boolean(call.files) && 413,
    Boolean(call.files) && 415,
    changes && 422,
    429,
    503,
  ];
  return Object.fromEntries(
    statuses
      .filter((status) => status !== false)
      .map((status) => [status, { $ref: `#/components/responses/${STATUSES[status][0]}` }]),
  );
}
