import { isMobilePhone, normalisePhone } from '@kelisim/shared/kernel/phone.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/registration.ts';
import ru from '@kelisim/shared/texts/ru/registration.ts';
import { z } from 'zod';
import type { Parts } from '../../parts.ts';
import { limitCall } from '../../platform/call-limit.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { addRegisterLink } from '../invitations/public.ts';
import { queueMessage } from '../messages/public.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import {
  addConsultation,
  closeConsultation,
  findCompany,
  findConsultation,
  listConsultations,
  type ConsultationRow,
} from './consultation.queries.ts';

/** From one address in an hour (attack A-42). */
const MOST_AN_HOUR = 5;

export function consultationRoutes(
  parts: Parts,
): Pick<Handlers, Extract<keyof Handlers, `consultation.${string}`>> {
  const { db } = parts;
  const get = async (id: number) => {
    const row = orNotFound(await findConsultation(db, id));
    return row;
  };
  return {
    'consultation.create': async ({ input, ip, locale }) => {
      await limitCall(db, { what: `consultation ${networkOf(ip)}`, most: MOST_AN_HOUR, window_s: 3600 });
      const { register_link_destination, ...body } = input.body;
      await addConsultation(db, {
        ...body,
        register_link_destination: register_link_destination?.trim() || null,
        ip,
      });
      return { message: { ru, kz }[locale].consultation_taken };
    },
    'consultation.list': async ({ input }) => {
      const found = await listConsultations(db, input.query.closed, input.query);
      return pageAnswer(found, input.query.limit, toView);
    },
    'consultation.close': async ({ input, actor }) => {
      const { consultation_id } = input.params;
      await get(consultation_id);
      await db.transaction().execute(async (tx) => {
        if (await closeConsultation(tx, consultation_id, actor.user_id))
          await noteDeskDeed(tx, actor, { kind: 'request_closed', detail: { consultation_id } });
      });
      return toView(await get(consultation_id));
    },
    'consultation.register_link': async ({ input, actor, locale }) => {
      const { body } = input;
      const company = body.company_id === undefined ? null : await findCompany(db, body.company_id);
      if (body.company_id !== undefined && !company) throw new Problem('not_found');
      const request = body.consultation_id === undefined ? null : await get(body.consultation_id);
      const channel = body.receive_method;
      const recipient = readDestination(body.destination, channel);
      const expires_at = await db.transaction().execute(async (tx) => {
        const made = await addRegisterLink(tx, {
          company_id: company?.id ?? null,
          consultation_id: body.consultation_id ?? null,
          destination: recipient,
          receive_method: channel,
          created_by: actor.user_id,
        });
        await queueMessage(parts, tx, {
          kind: 'register_link',
          to: { channel, recipient, locale, company_id: company?.id ?? null },
          values: {
            company: company?.name ?? request?.company_name ?? 'Kelisim',
            link: `${parts.config.public_url}/auth/sign-up/business?hash=${made.hash}`,
          },
          secret: ['link'],
          expires_at: made.expires_at,
        });
        const { consultation_id } = body;
        await noteDeskDeed(tx, actor, {
          kind: 'register_link_sent',
          company_id: company?.id ?? null,
          detail: { channel, ...(consultation_id !== undefined && { consultation_id }) },
        });
        return made.expires_at;
      });
      return { message: { ru, kz }[locale].link_sent, expires_at: expires_at.toISOString() };
    },
  };
}

/** Where a link is sent to, as the way it is sent wants it. */
function readDestination(typed: string, by: 'sms' | 'email'): string {
  if (by === 'sms') {
    const phone = normalisePhone(typed);
    if (!phone || !isMobilePhone(phone)) throw new Problem('field.phone', { field: 'destination' });
    return phone;
  }
  const email = z.email().safeParse(typed.trim());
  if (!email.success) throw new Problem('field.email', { field: 'destination' });
  return email.data;
}

function toView(row: ConsultationRow) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    link_sent_at: row.link_sent_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
