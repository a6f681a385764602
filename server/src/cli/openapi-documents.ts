import { calls } from '@kelisim/shared/calls.ts';
import { event, pingEvent } from '@kelisim/shared/features/events/events.contract.ts';
import { EVENT_TYPES } from '@kelisim/shared/features/events/event-types.ts';
import { API_VERSIONS, VERSION_HEADER } from '@kelisim/shared/kernel/api-version.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { SCOPES } from '@kelisim/shared/kernel/scopes.ts';
import type { z } from 'zod';
import { operation } from './openapi-operations.ts';
import { problemSchema, responsesOfProblems } from './openapi-problems.ts';
import { Schemas, linesOf, type Json } from './openapi-schemas.ts';

const FORMAT = '3.1.0';
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };
const SERVERS = [{ url: '/', description: 'The installation that serves this document.' }];

/** Every call, for whoever works on the product. The same text for the same table. */
export function openApiText(): string {
  const schemas = new Schemas({ open: false });
  const paths = pathsOf(Object.entries<Call>(calls), (name, call) => operation(name, call, schemas, false));
  const document = schemas.settle({
    openapi: FORMAT,
    info: {
      title: 'Kelisim',
      version: '1',
      description: 'Contracts, acts, signatures and payment.',
      license: LICENSE,
    },
    servers: SERVERS,
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: responsesOfProblems(),
      schemas: { Problem: problemSchema(false), ...schemas.components() },
    },
  });
  return `${linesOf(document, 3)}\n`;
}

/** The calls that a key may make, and those with which a sandbox does what people do. */
export function publicCalls(): [string, Call][] {
  return Object.entries<Call>(calls).filter(([, { scope, sandbox }]) => scope || sandbox === 'stand');
}

/** What programs read of them. Answers may get new fields and new words, so no reader is told that they end. */
export function publicDocument() {
  const schemas = new Schemas({ open: true });
  const paths = pathsOf(publicCalls(), (name, call) => operation(name, call, schemas, true));
  for (const path of Object.values(paths)) path.parameters = [{ $ref: '#/components/parameters/Version' }];
  return schemas.settle({
    openapi: FORMAT,
    info: {
      title: 'Kelisim API',
      version: API_VERSIONS.at(-1),
      description:
        'What a program with an API key can do. Guides are at /developers. New calls, new fields of answers, new values where `x-extensible-enum` stands and new events may come at any time: pass over what you do not know.',
      license: LICENSE,
    },
    servers: SERVERS,
    paths,
    webhooks: {
      ...Object.fromEntries(EVENT_TYPES.map((type) => [type, { $ref: '#/components/pathItems/Event' }])),
      ping: {
        post: delivery(schemas, 'ping', 'Take a test, which the company or a program asked for', pingEvent),
      },
    },
    components: {
      pathItems: { Event: { post: delivery(schemas, 'event', 'Take what happened', event) } },
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of a company: `kls_live_…` or `kls_test_…`.',
        },
        oauth: {
          type: 'oauth2',
          description:
            'The same key as a client: its first characters are the id, the whole key is the secret.',
          flows: {
            clientCredentials: {
              tokenUrl: '/oauth/token',
              scopes: Object.fromEntries(SCOPES.map((scope) => [scope, ''])),
            },
          },
        },
      },
      parameters: {
        Version: {
          name: VERSION_HEADER,
          in: 'header',
          description: 'The day whose contract you wrote for; the oldest that is served without it.',
          schema: { type: 'string', enum: API_VERSIONS },
        },
      },
      responses: responsesOfProblems(),
      schemas: { Problem: problemSchema(true), ...schemas.components() },
    },
  });
}

/** What we send to an endpoint of a company, by Standard Webhooks 1.0. */
function delivery(schemas: Schemas, operationId: string, summary: string, body: z.ZodObject): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    operationId,
    summary,
    security: [],
    parameters: [
      header('webhook-id', 'The same in every repeat of a delivery: what was seen is passed over.'),
      header('webhook-timestamp', 'Seconds since 1970, of this attempt.'),
      header(
        'webhook-signature',
        '`v1,` and base64 of the HMAC-SHA256 of `id.timestamp.body`; several have blanks between.',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: schemas.of(body, 'output') } } },
    responses: {
      '2XX': { description: 'Taken. Any other answer is tried again for three days.' },
      '410': { description: 'Gone: the endpoint is switched off.' },
    },
  };
}

function pathsOf(
  entries: readonly (readonly [string, Call])[],
  describe: (name: string, call: Call) => Json,
): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [name, call] of entries)
    (paths[call.path] ??= {})[call.method.toLowerCase()] = describe(name, call);
  return paths;
}

/** Where each lies; the pages are served with the second. */
export const OPENAPI_FILES = {
  'docs/openapi.json': openApiText,
  'web/public/developers/openapi.json': () => `${linesOf(publicDocument(), 3)}\n`,
};
