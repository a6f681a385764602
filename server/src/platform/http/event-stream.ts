import { Readable } from 'node:stream';

/** A reader that is so far behind is gone, or will reload everything anyway. */
const MOST_UNREAD_BYTES = 64 * 1024;

/** One reader of server-sent events (HTML Living Standard, 9.2). */
export interface EventStream {
  readable: Readable;
  send(data: unknown): void;
  /** A comment: it keeps proxies from closing what is silent, and tells the reader that we are there. */
  beat(): void;
  end(): void;
}

/** `onClose` once, whoever ended it. */
export function openEventStream(onClose: () => void): EventStream {
  const readable = new Readable({ read: () => undefined });
  readable.once('close', onClose);
  const push = (text: string) => {
    if (readable.destroyed || readable.readableEnded) return;
    if (readable.readableLength > MOST_UNREAD_BYTES) readable.destroy();
    else readable.push(text);
  };
  return {
    readable,
    send: (data) => push(`data: ${JSON.stringify(data)}\n\n`),
    beat: () => push(':\n\n'),
    end: () => {
      if (!readable.destroyed) readable.push(null);
    },
  };
}
