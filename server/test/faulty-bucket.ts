import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A status instead of an answer, none at all, half an answer, or a word that was not kept. */
export type BucketFault = number | 'silence' | 'cut' | 'lose';

/** Stands before an S3 and may answer in its place. */
export interface FaultyBucket {
  endpoint: string;
  asked(): number;
  fault: ((method: string) => BucketFault | undefined) | null;
  close(): void;
}

/** What another server would make of its own. */
const OWN = ['host', 'connection', 'expect', 'content-length', 'authorization', 'x-amz-content-sha256'];

export async function standBefore(s3_endpoint: string): Promise<FaultyBucket> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked++;
    const method = request.method ?? 'GET';
    const wrong = bucket.fault?.(method);
    if (wrong === 'silence') return;
    if (wrong === 'cut') {
      await once(request, 'readable');
      return void request.socket.destroy();
    }
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    if (wrong === 'lose') return void response.writeHead(200).end();
    if (wrong) return void response.writeHead(wrong).end();
    const headers = Object.entries(request.headers).filter(([name]) => !OWN.includes(name));
    const through = await fetch(s3_endpoint + request.url, {
      method,
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(body.length > 0 ? { body: new Uint8Array(Buffer.concat(body)) } : {}),
    }).catch(() => null);
    // The other one is gone, and so is this one.
    if (!through) return void request.socket.destroy();
    response.writeHead(through.status, {
      'content-type': through.headers.get('content-type') ?? 'text/plain',
    });
    response.end(Buffer.from(await through.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bucket: FaultyBucket = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    fault: null,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return bucket;
}
