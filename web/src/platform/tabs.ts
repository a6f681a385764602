/** What one tab of a browser tells the others: kinds of things that have changed. Null where browsers have no channels. */
export const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('kelisim.live') : null;

export const SIGNED_OUT = 'signed_out';

export function tellTabs(topics: string[]): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
  tabs?.postMessage(topics);
}
