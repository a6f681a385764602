#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { makeServer } from './server.ts';

/** A key in the clear would be everybody's on the way; a stand on this machine has no way. */
function addressOf(given: string | undefined): string {
  const url = URL.canParse(given ?? '') ? new URL(given ?? '') : null;
  const is_here = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && is_here)))
    throw new Error('KELISIM_URL must be the address of Kelisim, https://…');
  return url.href;
}

function keyOf(given: string | undefined): string {
  if (!given || !/^kls_(live|test)_[0-9A-Za-z]{39}$/.test(given))
    throw new Error('KELISIM_KEY must be an API key, kls_live_…');
  return given;
}

try {
  const { KELISIM_URL, KELISIM_KEY } = process.env;
  const server = makeServer({ base_url: addressOf(KELISIM_URL), key: keyOf(KELISIM_KEY) });
  await server.connect(new StdioServerTransport());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
