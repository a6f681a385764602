import {
  isSecurity,
  kindsFor,
  QUIET_FROM,
  QUIET_UNTIL,
  type NoticeKind,
} from '@kelisim/shared/features/notices/notices.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { resolve } from './channels-of.ts';
import {
  countUnread,
  getReached,
  listChoices,
  listNotices,
  markAllRead,
  markRead,
  setChoice,
} from './notices.queries.ts';
import { addReminderSettings, findReminderSettings } from './reminders.queries.ts';
import { sentenceOf, type Words } from './sentence.ts';

type Names = Extract<keyof Handlers, `notices.${string}`>;

export function noticesRoutes({ db }: Parts): Pick<Handlers, Names> {
  const unread = async (actor: Actor) => ({ unread: await countUnread(db, actor.user_id) });
  return {
    'notices.list': async ({ input, actor, locale }) => {
      const found = await listNotices(db, actor.user_id, input.query);
      return pageAnswer(found, input.query.limit, (row) => {
        const kind = row.kind as NoticeKind;
        return {
          id: row.id,
          kind,
          text: sentenceOf(kind, locale, row.words as Words, row.count),
          path: row.path,
          company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
          count: row.count,
          is_read: row.read_at !== null,
          created_at: row.created_at.toISOString(),
        };
      });
    },
    'notices.count': async ({ actor }) => unread(actor),
    'notices.read_all': async ({ input, actor }) => {
      if (!(await markAllRead(db, actor.user_id, input.body.up_to))) throw new Problem('not_found');
      return unread(actor);
    },
    'notices.read': async ({ input, actor }) => {
      if (!(await markRead(db, actor.user_id, input.params.notice_id))) throw new Problem('not_found');
      return unread(actor);
    },
    'notices.choices': async ({ actor }) => toChoices(db, actor),
    'notices.choose': async ({ input, actor }) => {
      const { kind, channel, is_on } = input.body;
      if (isSecurity(kind)) throw new Problem('notice.always_on', { field: 'kind' });
      await setChoice(db, { user_id: actor.user_id, kind, channel, is_on });
      return toChoices(db, actor);
    },
    'notices.reminders': async ({ actor }) => toReminders(db, actor.company_id),
    'notices.set_reminders': async ({ input, actor }) => {
      await addReminderSettings(db, {
        ...input.body,
        company_id: actor.company_id,
        set_by: actor.user_id,
      });
      return toReminders(db, actor.company_id);
    },
  };
}

async function toChoices(db: Handle, actor: Actor) {
  const person = await getReached(db, actor.user_id);
  const chosen = await listChoices(db, actor.user_id);
  return {
    items: kindsFor(actor.role).map((kind) => ({
      kind,
      is_locked: isSecurity(kind),
      ...resolve(kind, { ...person, role: actor.role }, chosen),
    })),
    has_sms: person.phone !== null,
    has_email: person.email !== null,
  };
}

async function toReminders(db: Handle, company_id: number) {
  const settings = await findReminderSettings(db, company_id);
  return { ...settings, quiet_from: QUIET_FROM, quiet_until: QUIET_UNTIL };
}
