import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** No form of ours has nearly as many. */
const MOST_FIELDS = 100;

/** Takes the fields of an HTML form as text; which calls are made so stands in their contracts. */
export function takeForms(http: FastifyInstance): void {
  http.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseForm(body),
  );
}

/** Is the body of this request a form? Without a body it is whatever is wanted. */
export function isForm(request: FastifyRequest): boolean {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase() === FORM_TYPE;
}

/** A name that stands twice is refused, as it is in JSON. */
function parseForm(body: Uint8Array): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const text = Buffer.from(body).toString('utf8');
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw new Problem('too_large');
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw new Problem('field.repeated', { field: name });
    fields[name] = value;
  }
  return { ...fields };
}
