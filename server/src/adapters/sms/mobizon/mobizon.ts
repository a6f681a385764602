import { z } from 'zod';
import { askForm } from '../ask-form.ts';
import type { SmsGateway } from '../sms.ts';

const answer = z.object({
  code: z.number(),
  data: z.union([z.object({ messageId: z.coerce.string() }).loose(), z.unknown()]),
  message: z.string(),
});

/** Code 1: the data are not right (the number, the sender, the text); trying again changes nothing. */
const WRONG_DATA = 1;

export interface MobizonSettings {
  api_key: string;
  sender: string | null;
  /** Origin of the service; another one in tests. */
  url: string;
}

/** Mobizon: `POST /service/message/sendsmsmessage`, a form, JSON with `code` 0 when taken. */
export function mobizonGateway(settings: MobizonSettings): SmsGateway {
  const url = new URL('/service/message/sendsmsmessage', settings.url);
  url.search = new URLSearchParams({ output: 'json', api: 'v1', apiKey: settings.api_key }).toString();
  return {
    name: 'mobizon',
    async send({ phone, text }) {
      const said = answer.parse(
        await askForm(url.href, {
          recipient: phone.replace('+', ''),
          text,
          ...(settings.sender ? { from: settings.sender } : {}),
        }),
      );
      const says = `${said.code} ${said.message}`.trim();
      if (said.code === 0) {
        const { messageId } = z.object({ messageId: z.coerce.string() }).parse(said.data);
        return { taken: true, gateway_id: messageId, says };
      }
      if (said.code === WRONG_DATA) return { taken: false, says };
      throw new Error(`mobizon: ${says}`);
    },
  };
}
