import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ApiError, NETWORK_FAILURE } from '../platform/api-error.ts';
import { isReachable, PartMissing, reloadOnce } from '../platform/load-part.ts';
import { PageNotFound } from '../platform/route.ts';
import { useTexts } from '../platform/i18n.ts';
import { PlainButton, PlainButtonLink } from '../ui/plain-button.tsx';
import { LineDrawing } from '../ui/line-drawing.tsx';
import type { Drawing } from '../ui/line-drawing.tsx';
import css from '../ui/states.module.css';
import { isBot } from './bots.ts';

/** 404: the address leads nowhere. */
function NotFoundView() {
  const t = useTexts('app');
  const path = location.pathname;
  useLoggedError(`Page Not Found: ${path}`);
  return (
    <ErrorPage
      status="404"
      drawing="search"
      title={t('errors.not_found_title')}
      hint={t('errors.not_found', { path })}
      said={`Page Not Found: ${path}`}
      actions={
        <>
          <PlainButtonLink anew href="/">
            {t('errors.home')}
          </PlainButtonLink>
          <PlainButton variant="default" onClick={() => history.back()}>
            {t('errors.back')}
          </PlainButton>
        </>
      }
    />
  );
}

/** Everything else; what a page throws and does not show itself. A 404 of the server is a 404 here. */
export function ServerErrorView({ error }: { error: unknown }) {
  const t = useTexts('app');
  const status = error instanceof ApiError && error.status > 0 ? error.status : 500;
  useLoggedError(error);
  if (status === 404 || error instanceof PageNotFound) return <NotFoundView />;
  if (error instanceof PartMissing ? error.offline : error instanceof ApiError && error.code === 'network')
    return <OfflineView />;
  return (
    <ErrorPage
      status={String(status)}
      drawing="broken"
      title={t('errors.server_title')}
      hint={t('errors.server')}
      said="Internal Server Error"
      actions={<PlainButton onClick={() => location.reload()}>{t('errors.reload')}</PlainButton>}
    />
  );
}

const PROBE_MS = 5_000;

/** The network is away: says so, and loads the page as soon as the server answers again. */
function OfflineView() {
  const t = useTexts('app');
  useEffect(() => {
    const timer = setInterval(() => {
      void isReachable().then((reachable) => reachable && reloadOnce());
    }, PROBE_MS);
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => {
      clearInterval(timer);
      removeEventListener('online', reload);
    };
  }, []);
  return (
    <ErrorPage
      status=""
      drawing="broken"
      title={t('errors.offline_title')}
      hint={t('errors.offline')}
      said={NETWORK_FAILURE}
      actions={
        <>
          <PlainButton onClick={() => location.reload()}>{t('errors.reload')}</PlainButton>
          <PlainButton variant="default" onClick={() => history.back()}>
            {t('errors.back')}
          </PlainButton>
        </>
      }
    />
  );
}

function ErrorPage(props: {
  status: string;
  drawing: Drawing;
  title: string;
  hint: string;
  /** The words of the error catalogue, for whoever is asked for help. */
  said: string;
  actions: ReactNode;
}) {
  useEffect(() => {
    document.title = `${props.title} · Kelisim`;
  }, [props.title]);
  if (isBot(navigator.userAgent)) return null;
  return (
    <div className={css.page}>
      <div className={css.state} role="alert">
        <LineDrawing name={props.drawing} />
        {props.status && <p className="k-flat k-accent k-size-28 k-bold">{props.status}</p>}
        <h1 className="k-title k-balance">{props.title}</h1>
        <p className="k-second k-pretty">{props.hint}</p>
        <div className="k-row k-center k-above-16">{props.actions}</div>
        <p className="k-second k-above-12 k-small" lang="en">
          {props.said}
        </p>
      </div>
    </div>
  );
}

function useLoggedError(error: unknown): void {
  useEffect(() => console.error(error), [error]);
}
