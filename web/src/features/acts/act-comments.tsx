import { Button, Textarea } from '@mantine/core';
import type { ActComment } from '@kelisim/shared/features/acts/act-comments.contract.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import limits from 'virtual:form-limits/act_comments.add';
import { doAhead, showAhead } from '../../platform/ahead.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useForm } from '../../ui/use-form.ts';
import css from './act-beside.module.css';
import { useActComments } from './acts.data.ts';
import type { Actor } from './actor.ts';

/** What the two sides say to each other about the act. */
export function ActComments({ act, actor }: { act: ActView; actor: Actor }) {
  const t = useTexts('acts');
  const comments = useActComments(act);
  const place = useRef<HTMLDivElement>(null);
  const news = useNews(comments.data);
  useReadWhenSeen(place, act.id, comments.data);
  const hint = actor.side === 'business' && !act.file ? 'comments.hint_draft' : 'comments.hint';
  return (
    <Card title={t('comments.title')}>
      <div ref={place} className="k-stack k-gap-12">
        {comments.error && !comments.data && (
          <ErrorState error={comments.error} onRetry={() => void comments.refetch()} />
        )}
        {comments.data && comments.data.length > 0 && (
          <ol className="k-stack k-gap-8 k-list" aria-label={t('comments.title')}>
            {comments.data.map((one) => (
              <Comment key={one.seq} comment={one} isNew={news !== null && one.seq >= news && !one.is_own} />
            ))}
          </ol>
        )}
        <NewComment act_id={act.id} side={actor.side} hint={t(hint)} />
      </div>
    </Card>
  );
}

function Comment({ comment, isNew }: { comment: ActComment; isNew: boolean }) {
  const t = useTexts('acts');
  const f = useFormats();
  const states = useTexts('states');
  const { api_key: key, user_name: name } = comment;
  const who = [...new Set([key ? states('by_key', { key, name }) : name, comment.company_name])].join(', ');
  return (
    <li
      className={`k-stack k-gap-2 k-soft-quiet k-pad-8-12 ${css.comment}`}
      data-own={comment.is_own || undefined}
    >
      <div className={css.second}>
        {comment.is_own && !key ? t('comments.you') : who} ·{' '}
        <time dateTime={comment.created_at} title={f.moment(comment.created_at)}>
          {f.relative(comment.created_at)}
        </time>
        {isNew && <strong className={css.new}>{t('comments.new')}</strong>}
      </div>
      <p className={css.words}>{comment.comment}</p>
    </li>
  );
}

function NewComment({ act_id, side, hint }: { act_id: number; side: Actor['side']; hint: string }) {
  const t = useTexts('acts');
  const form = useForm({ comment: '' }, { limits });
  const comment = form.values.comment.trim();
  const send = async () => {
    form.reset();
    try {
      await doAhead([showOwn(act_id, side, comment)], () =>
        api.call('act_comments.add', { body: { act_id, comment } }),
      );
    } catch (error) {
      form.set({ comment });
      throw error;
    }
    await invalidate(['act_comments.list']);
  };
  const field = form.field('comment');
  return (
    <form className="k-stack k-gap-12" {...form.bind(send)}>
      <Textarea
        label={t('comments.field')}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxRows={8}
        {...field}
        required={false}
        error={field.error ?? form.failure}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (comment) void form.submit(send);
        }}
      />
      <Button
        type="submit"
        variant="default"
        className="k-self-start"
        loading={form.busy}
        disabled={!comment}
      >
        {t('comments.send')}
      </Button>
    </form>
  );
}

/** A comment of one's own, until the server says which it is. */
function showOwn(act_id: number, side: Actor['side'], comment: string) {
  const now = new Date().toISOString();
  return showAhead('act_comments.list', { params: { act_id } }, (shown) => [
    ...shown,
    {
      id: 0,
      act_id,
      seq: (shown.at(-1)?.seq ?? 0) + 1,
      comment,
      side,
      api_key: null,
      user_id: 0,
      user_name: '',
      company_name: '',
      is_own: true,
      is_unread: false,
      created_at: now,
      updated_at: now,
    },
  ]);
}

/** The first that was unread on this visit: it stays marked after it was read. */
function useNews(comments: readonly ActComment[] | undefined): number | null {
  const [news, setNews] = useState<number | null>(null);
  const first = comments?.find((one) => one.is_unread)?.seq;
  if (first !== undefined && (news === null || first < news)) setNews(first);
  return news;
}

/** Read is what has been before somebody's eyes: in the window, in a page that is looked at. */
function useReadWhenSeen(
  place: RefObject<HTMLElement | null>,
  act_id: number,
  comments: readonly ActComment[] | undefined,
): void {
  const last = comments?.filter((one) => one.is_unread).at(-1)?.seq;
  useEffect(() => {
    if (last === undefined || !place.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (document.hidden || !entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      // Whoever's answer is lost reads the same comments once more.
      void api
        .call('act_comments.read', { params: { act_id }, body: { seq: last } })
        .then(() => invalidate(['acts.get', 'acts.list', 'act_comments.list']))
        .catch(() => undefined);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, act_id, last]);
}
