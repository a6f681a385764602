import type { SignedBody } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import { z } from 'zod';
import type { SignGateway } from '../sign-gateway.ts';

const opened = z.object({
  qrCode: z.string().min(1),
  dataURL: z.url(),
  signURL: z.url(),
  eGovMobileLaunchLink: z.url(),
  eGovBusinessLaunchLink: z.url(),
  expireAt: z.union([z.string(), z.number()]).nullish(),
});
const answered = z.object({
  status: z.string().nullish(),
  documentsToSign: z
    .array(z.object({ id: z.int(), document: z.object({ file: z.object({ data: z.string() }) }).nullish() }))
    .nullish(),
});

interface Reference {
  data_url: string;
  sign_url: string;
}

/** Its own way of saying that the bytes are a PDF. */
const PDF = '@file/pdf';
const OPEN_TIMEOUT_MS = 10_000;

/**
 * SIGEX (sigex.kz) as gateway to eGov Mobile: `POST /api/egovQr` makes a code, a POST to its `dataURL` hands the
 * documents over and waits for the phone, a GET of its `signURL` waits for the signatures; both are broken off and begun
 * again at will. Errors come with status 200 and a `message`.
 */
export function sigexGateway(base_url: string): SignGateway {
  const origin = new URL(base_url).origin;

  /** The gateway names the addresses itself; none but its own is called. */
  const ours = (url: string) => {
    if (new URL(url).origin !== origin) throw new Error('the gateway named an address of somebody else');
    return url;
  };

  async function ask(url: string, timeout_ms: number, body?: unknown): Promise<unknown> {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeout_ms),
      redirect: 'error',
      cache: 'no-store',
    });
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
    const answer = (await response.json()) as { message?: unknown };
    if (answer.message) throw new Error(`the gateway refused: ${String(answer.message)}`);
    return answer;
  }

  /** A long wait that ended without an answer is none; everything else is a failure. */
  async function askLong(url: string, timeout_ms: number, body?: unknown): Promise<unknown> {
    try {
      return await ask(url, timeout_ms, body);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError') return null;
      throw error;
    }
  }

  return {
    async open({ description, back_url }) {
      const answer = opened.parse(
        await ask(`${origin}/api/egovQr`, OPEN_TIMEOUT_MS, {
          description,
          whenDone: { backUrl: back_url },
        }),
      );
      const reference: Reference = { data_url: ours(answer.dataURL), sign_url: ours(answer.signURL) };
      const ends = answer.expireAt ? new Date(answer.expireAt) : null;
      return {
        picture: `data:image/gif;base64,${answer.qrCode}`,
        mobile_link: answer.eGovMobileLaunchLink,
        business_link: answer.eGovBusinessLaunchLink,
        expires_at: ends && !Number.isNaN(ends.getTime()) ? ends : null,
        reference: JSON.stringify(reference),
      };
    },
    async handOver(reference, { signMethod, documentsToSign }, timeout_ms) {
      const { data_url } = JSON.parse(reference) as Reference;
      const documents = documentsToSign.map((one) =>
        one.document ? { ...one, document: { file: { ...one.document.file, mime: PDF } } } : one,
      );
      const body = { signMethod, documentsToSign: documents };
      return (await askLong(data_url, timeout_ms, body)) !== null;
    },
    async collect(reference, timeout_ms) {
      const { sign_url } = JSON.parse(reference) as Reference;
      const answer = await askLong(sign_url, timeout_ms);
      return answer === null ? null : (answered.parse(answer) satisfies SignedBody);
    },
  };
}
