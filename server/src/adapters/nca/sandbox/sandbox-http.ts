import { SLOW_MS } from '../../../platform/http/serve-foreign.ts';
import type { HttpPort } from '@kelisim/eds/http/http.ts';
import type { NcaServices } from './sandbox-services.ts';

/**
 * The way of the product to its own sandbox НУЦ, without a socket, so that demo data can be signed before anybody
 * listens. Everybody else asks the same services over HTTP. No other address is reached: the sandbox talks to nobody.
 */
export function sandboxHttp(services: NcaServices): HttpPort {
  return async ({ url, body, timeout_ms }) => {
    const answer = await services(new URL(url).pathname, body ?? new Uint8Array(0));
    if (!answer) return { status: 404, body: new Uint8Array(0) };
    if (answer.delay) {
      const late = answer.delay === 'silent' || timeout_ms < SLOW_MS;
      await new Promise((done) => setTimeout(done, late ? timeout_ms : SLOW_MS));
      if (late) throw new Error('no answer in time');
    }
    return { status: answer.status, body: answer.body };
  };
}
