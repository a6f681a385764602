/** The `data` of each server-sent event of a body (HTML Living Standard, 9.2); comments call `onBeat` alone. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onData: (data: string) => void,
  onBeat: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBeat();
    text += decoder.decode(value, { stream: true });
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop()!;
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
      if (data.length > 0) onData(data.join('\n'));
    }
  }
}
