import type {
  DocumentToSign,
  FromWorker,
  KeyCard,
  OpenFailure,
  SignedDocument,
  ToWorker,
} from './signing-messages.ts';

export type OpenAnswer = { keys: KeyCard[] } | { failure: OpenFailure };

/** A worker that holds an opened key. It takes one request at a time; `end` forgets the key at once. */
export interface Signer {
  open: (file: Uint8Array, password: string) => Promise<OpenAnswer>;
  /** `onSigned` gets how many are done. Rejects when the key cannot sign; then nothing is to be sent. */
  sign: (
    key: number,
    documents: readonly DocumentToSign[],
    onSigned: (done: number) => void,
  ) => Promise<SignedDocument[]>;
  end: () => void;
}

export function startSigner(): Signer {
  const worker = new Worker(new URL('./signing.worker.ts', import.meta.url), { type: 'module' });

  /** Sends a request and reads answers until `take` gives the result. */
  function ask<T>(message: ToWorker, take: (answer: FromWorker) => T | undefined): Promise<T> {
    const over = new AbortController();
    const { signal } = over;
    const result = new Promise<T>((done, fail) => {
      const onMessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'sign_failed') fail(new Error('The key could not sign'));
        const taken = take(data);
        if (taken !== undefined) done(taken);
      };
      const onError = (event: ErrorEvent) =>
        fail(new Error(event.message || 'The worker could not be started'));
      worker.addEventListener('message', onMessage, { signal });
      worker.addEventListener('error', onError, { signal });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage(message);
    });
    return result.finally(() => over.abort());
  }

  return {
    open: (file, password) =>
      ask<OpenAnswer>({ kind: 'open', file, password }, (answer) => {
        if (answer.kind === 'opened') return { keys: answer.keys };
        return answer.kind === 'not_opened' ? { failure: answer.reason } : undefined;
      }),
    sign: (key, documents, onSigned) => {
      const all: SignedDocument[] = [];
      return ask({ kind: 'sign', key, documents }, (answer) => {
        if (answer.kind !== 'signed') return undefined;
        all.push(...answer.documents);
        onSigned(all.length);
        return answer.finished ? all : undefined;
      });
    },
    end: () => worker.terminate(),
  };
}
