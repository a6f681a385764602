import type { Parts } from '../../parts.ts';
import {
  claimDue,
  expireMessages,
  setDelivered,
  setKept,
  setTryAgain,
  type DueMessage,
} from './messages.queries.ts';
import { openMessage } from './queue-message.ts';
import { maskedRecipient } from './read-outbox.ts';

const AT_ONCE = 20;
const MOST_TRIES = 8;

/**
 * Sends what is due. Without a gateway the outbox of the sandbox is the delivery, and `parts.show_message` is told; in
 * production the message stays sealed, and the log says that it went nowhere.
 */
export async function sendMessages(parts: Parts): Promise<void> {
  await expireMessages(parts.db);
  for (;;) {
    const due = await claimDue(parts.db, AT_ONCE);
    await Promise.all(due.map((message) => sendOne(parts, message)));
    if (due.length < AT_ONCE) return;
  }
}

async function sendOne(parts: Parts, message: DueMessage): Promise<void> {
  const { db, mail, sms, log } = parts;
  const { subject, body } = openMessage(parts, message);
  const gateway = message.channel === 'sms' ? sms : mail;
  if (!gateway) {
    await setKept(db, message.id);
    if (parts.config.sandbox && !parts.config.stand)
      parts.show_message(`${message.channel} ${message.recipient}: ${body}`);
    else log.warn({ event: 'message.no_gateway', id: message.id, to: maskedRecipient(message) });
    return;
  }
  try {
    const said =
      message.channel === 'sms'
        ? await sms!.send({ phone: message.recipient, text: body, our_id: message.id })
        : await mail!.send({ to: message.recipient, subject: subject ?? '', text: body, our_id: message.id });
    await setDelivered(db, message.id, {
      state: said.taken ? 'sent' : 'failed',
      gateway: gateway.name,
      gateway_id: said.taken ? said.gateway_id : null,
      gateway_says: said.says.slice(0, 500),
    });
  } catch (error) {
    const gateway_says = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    log.warn({ event: 'message.not_sent', id: message.id, gateway: gateway.name, tries: message.tries });
    if (message.tries >= MOST_TRIES)
      await setDelivered(db, message.id, {
        state: 'failed',
        gateway: gateway.name,
        gateway_id: null,
        gateway_says,
      });
    else
      await setTryAgain(db, message.id, {
        wait_s: 5 * 2 ** (message.tries - 1),
        gateway: gateway.name,
        gateway_says,
      });
  }
}
