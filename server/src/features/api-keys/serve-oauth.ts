import { BODY_BYTES } from '@kelisim/shared/kernel/call.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { problems } from '@kelisim/shared/kernel/problems.ts';
import { SCOPES } from '@kelisim/shared/kernel/scopes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../platform/http/client-address.ts';
import { isForm } from '../../platform/http/form-body.ts';
import { limitHeaders } from '../../platform/http/limit-headers.ts';
import { ACCESS_S } from '../../platform/tokens.ts';
import { admitKeyText } from './authenticate-key.ts';
import { keyPrefix } from './key-text.ts';

type Doorway = Parameters<typeof admitKeyText>[0];

/** The errors of RFC 6749, 5.2: their words are fixed there, and programs know them. */
type OauthError = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope';

/**
 * Serves `POST /oauth/token` (RFC 6749, 4.4) and its metadata (RFC 8414). A client is an API key: its id the first
 * characters, its secret the whole. They are no calls of the contract: their words, forms and errors are the standard’s.
 */
export function serveOauth(http: FastifyInstance, parts: Doorway, clientAddress: ClientAddress): void {
  const { public_url } = parts.config;
  http.get('/.well-known/oauth-authorization-server', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send({
      issuer: public_url,
      token_endpoint: `${public_url}/oauth/token`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: SCOPES,
    }),
  );
  http.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/oauth/token',
    handler: (_request, reply) =>
      reply.status(405).header('allow', 'POST').send(said('invalid_request', 'Ask by POST.')),
  });
  // What is no form, or one that says a thing twice, is refused in the same words.
  const errorHandler = (error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    const status = error instanceof Problem ? problems[error.code] : statusCode;
    if (status >= 500 || status === 429) throw error;
    return refuse(reply, 'invalid_request', 'The body is no form in which each field stands once.');
  };
  http.post('/oauth/token', { bodyLimit: BODY_BYTES, errorHandler }, async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    const form = isForm(request) ? ((request.body ?? {}) as Record<string, string>) : {};
    if (!form.grant_type) return refuse(reply, 'invalid_request', 'The form has no grant_type.');
    if (form.grant_type !== 'client_credentials')
      return refuse(reply, 'unsupported_grant_type', 'Only client_credentials is known here.');
    const { authorization } = request.headers;
    const basic = authorization === undefined ? null : readBasic(authorization);
    if (authorization !== undefined && !basic)
      return refuse(reply, 'invalid_client', 'The Authorization header is no Basic one.');
    // One way to prove it and not two, for one client and not two (RFC 6749, 2.3).
    if (basic && form.client_secret !== undefined)
      return refuse(reply, 'invalid_request', 'The secret stands in the header and in the form.');
    if (basic && (form.client_id ?? basic.id) !== basic.id)
      return refuse(reply, 'invalid_request', 'The form names another client than the header.');
    const client = basic ?? { id: form.client_id ?? '', secret: form.client_secret ?? '' };
    const unknown = () =>
      refuse(reply, 'invalid_client', 'There is no such client, or it may not come from here.');
    if (client.id !== keyPrefix(client.secret)) return unknown();
    try {
      const { key, limit } = await admitKeyText(parts, client.secret, clientAddress(request.raw));
      void reply.headers(limitHeaders(limit));
      const asked = form.scope?.split(' ').filter(Boolean) ?? key.scopes;
      if (asked.length === 0 || asked.some((scope) => !key.scopes.includes(scope)))
        return await refuse(reply, 'invalid_scope', 'The key has not every scope that was asked for.');
      const scope = [...new Set(asked)].join(' ');
      const claims = { key_id: key.id, client_id: key.prefix, issuer: public_url, scope };
      const access_token = parts.tokens.ofKey(claims);
      return await reply.send({ access_token, token_type: 'Bearer', expires_in: ACCESS_S, scope });
    } catch (error) {
      if (error instanceof Problem && error.code === 'unauthorized') return unknown();
      throw error;
    }
  });
}

const said = (error: OauthError, error_description: string) => ({ error, error_description });

function refuse(reply: FastifyReply, error: OauthError, why: string): FastifyReply {
  void reply.header('cache-control', 'no-store');
  if (error !== 'invalid_client') return reply.status(400).send(said(error, why));
  return reply.status(401).header('www-authenticate', 'Basic realm="kelisim"').send(said(error, why));
}

/** Both halves are encoded as in a form (RFC 6749, 2.3.1), which leaves a key as it is; what follows a second colon is no key. */
function readBasic(header: string): { id: string; secret: string } | null {
  const coded = /^basic +([\w+/]+={0,2})$/i.exec(header)?.[1];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(coded ?? '', 'base64').toString('utf8')) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}
