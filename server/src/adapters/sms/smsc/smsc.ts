import { z } from 'zod';
import { askForm } from '../ask-form.ts';
import type { SmsGateway } from '../sms.ts';

const answer = z.union([
  z.object({ id: z.union([z.number(), z.string()]), cnt: z.number() }),
  z.object({ error: z.string(), error_code: z.number() }),
]);

/** Codes after which the same message would be refused again: parameters, forbidden text, number, cannot be delivered. */
const FINAL = new Set([1, 6, 7, 8]);

export interface SmscSettings {
  login: string;
  password: string;
  sender: string | null;
  /** Origin of the service; another one in tests. */
  url: string;
}

/** SMSC.kz: `POST /sys/send.php` with a form, answers JSON (`fmt=3`). Shapes as recorded of its public manual. */
export function smscGateway(settings: SmscSettings): SmsGateway {
  return {
    name: 'smsc',
    async send({ phone, text, our_id }) {
      const said = answer.parse(
        await askForm(`${settings.url}/sys/send.php`, {
          login: settings.login,
          psw: settings.password,
          phones: phone.replace('+', ''),
          mes: text,
          id: String(our_id),
          charset: 'utf-8',
          fmt: '3',
          ...(settings.sender ? { sender: settings.sender } : {}),
        }),
      );
      if ('id' in said) return { taken: true, gateway_id: String(said.id), says: `parts: ${said.cnt}` };
      const says = `${said.error_code} ${said.error}`;
      if (FINAL.has(said.error_code)) return { taken: false, says };
      throw new Error(`smsc: ${says}`);
    },
  };
}
