import { createTransport } from 'nodemailer';
import type { Mail } from '../mail.ts';

export interface SmtpSettings {
  /** `smtp://` or `smtps://` with user and password in it. */
  url: string;
  /** `Kelisim <no-reply@…>`. */
  from: string;
}

/** SMTP (RFC 5321) through nodemailer. A reply of 5xx is final, everything else is tried again. */
export function smtpMail(settings: SmtpSettings): Mail {
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>]+)/.exec(settings.from)?.[1] ?? 'localhost';
  return {
    name: 'smtp',
    async send({ to, subject, text, our_id }) {
      try {
        const sent = await transport.sendMail({
          from: settings.from,
          // As an object, so that no address is ever parsed out of a text of somebody.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<message-${our_id}@${domain}>`,
        });
        return { taken: true, gateway_id: sent.messageId, says: sent.response };
      } catch (error) {
        const { responseCode, response } = error as { responseCode?: number; response?: string };
        if (responseCode !== undefined && responseCode >= 500 && responseCode !== 530 && responseCode !== 535)
          return { taken: false, says: response ?? String(responseCode) };
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
