import type { SecurityEventKind, SignInMeans } from '@kelisim/shared/features/auth/security-events.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import kz from '@kelisim/shared/texts/kz/security.ts';
import ru from '@kelisim/shared/texts/ru/security.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { endSession, endSessionsOf, listSessions } from '../auth/public.ts';
import { addSecurityEvent, countEvents, deviceName, listEvents } from '../security-log/public.ts';
import { askErasure, erasureView, takeErasureBack } from './erasure.ts';
import { exportPersonalData } from './personal-data.queries.ts';
import { listConsents } from './security.queries.ts';

type Names = Extract<keyof Handlers, `security.${string}`>;

/** One's own account: where it is open, what happened to it, what is kept of the person. */
export function securityRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  return {
    'security.sessions': async ({ actor }) => ({
      items: (await listSessions(db, actor.user_id)).map((row) => ({
        id: row.id,
        means: row.means as SignInMeans | null,
        device: deviceName(row.user_agent),
        ip: row.ip,
        created_at: row.created_at.toISOString(),
        last_seen_at: (row.rotated_at ?? row.created_at).toISOString(),
        is_current: row.id === actor.session_id,
      })),
    }),
    'security.end_session': async ({ input, actor, locale, ip, user_agent }) => {
      await db.transaction().execute(async (tx) => {
        if (!(await endSession(tx, actor.user_id, input.params.session_id))) throw new Problem('not_found');
        await addSecurityEvent(tx, { ...actor, kind: 'session_ended', ip, user_agent });
      });
      return { message: { ru, kz }[locale].session_ended };
    },
    'security.end_others': async ({ actor, ip, user_agent }) =>
      db.transaction().execute(async (tx) => {
        const ended = await endSessionsOf(tx, actor.user_id, actor.session_id);
        if (ended > 0)
          await addSecurityEvent(tx, { ...actor, kind: 'sessions_ended', ip, user_agent, detail: { ended } });
        return { ended };
      }),
    'security.events': async ({ input, actor }) => {
      const { page, limit } = input.query;
      const rows = await listEvents(db, actor.user_id, { limit, offset: (page - 1) * limit });
      const total = await countEvents(db, actor.user_id);
      return pageAnswer({ rows, total }, limit, (row) => ({
        id: row.id,
        kind: row.kind as SecurityEventKind,
        by_name: row.by_name,
        detail: row.detail as Record<string, string | number | boolean>,
        device: deviceName(row.user_agent),
        ip: row.ip,
        created_at: row.created_at.toISOString(),
      }));
    },
    'security.export': async ({ actor, ip, user_agent }) => {
      await addSecurityEvent(db, { ...actor, kind: 'data_exported', ip, user_agent });
      return { bytes: await exportPersonalData(parts, actor), name: 'kelisim-personal-data.json' };
    },
    'security.consents': async ({ actor, locale }) => {
      const texts = { ru, kz }[locale];
      return {
        items: (await listConsents(db, actor.user_id)).map((row) => ({
          title: row.kind === 'personal_data' ? texts.personal_data : texts.agreement,
          version: fill(texts.version, { version: String(row.version) }),
          given_at: row.given_at.toISOString(),
        })),
        erasure: (await erasureView(parts, db, actor.user_id)) ?? null,
      };
    },
    'security.ask_erasure': ({ input, actor, ip, user_agent }) =>
      askErasure(parts, actor, { ip, user_agent }, input.body.reason),
    'security.withdraw_erasure': async ({ actor, locale, ip, user_agent }) => {
      await takeErasureBack(parts, actor, { ip, user_agent });
      return { message: { ru, kz }[locale].erasure_withdrawn };
    },
  };
}
