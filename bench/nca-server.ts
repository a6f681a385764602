/**
 * The sandbox НУЦ in a process of its own, so that its signing is not counted to whoever asks it. Takes the folder of
 * the authorities, tells its parent the address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSandboxNca } from '../server/src/adapters/nca/sandbox/sandbox-nca.ts';

const { services } = await openSandboxNca(process.argv[2]!, new Date());
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    void services(request.url!, new Uint8Array(Buffer.concat(parts))).then((answer) =>
      answer
        ? response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
        : response.writeHead(404).end(),
    );
  });
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
