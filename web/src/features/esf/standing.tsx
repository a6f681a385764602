import type { EsfStanding } from '@kelisim/shared/features/esf/esf.contract.ts';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { PapersDialog } from '../signing/public.ts';
import css from './esf.module.css';
import { afterEsf, signIn } from './esf.data.ts';

/** Who is signed in to ИС ЭСФ and since when, and the way in, again and out; `needed` where papers wait for it. */
export function Standing({ standing, needed = false }: { standing: EsfStanding; needed?: boolean }) {
  const t = useTexts('esf');
  const f = useFormats();
  const [open, setOpen] = useState(false);
  const way = useMemo(() => signIn(), []);
  const { is_connected, has_login, is_signed_in, session, may_sign_in_at } = standing;
  if (!is_connected) return <p className="k-second">{t('trouble.not_connected')}</p>;
  return (
    <div className="k-stack k-gap-8">
      <div className="k-row k-gap-8-16 k-middle">
        <StatusDot
          tone={is_signed_in ? 'good' : 'quiet'}
          label={t(is_signed_in ? 'standing.in' : 'standing.out')}
        />
        {session && (
          <span className="k-second">
            {t('standing.by', { name: session.name, when: f.moment(session.opened_at) })}
          </span>
        )}
        {needed && !is_signed_in && <span className={css.full}>{t('trouble.sign_in')}</span>}
        {has_login ? (
          <Button
            variant={needed && !is_signed_in ? 'filled' : 'default'}
            size={needed ? 'sm' : 'compact-sm'}
            disabled={may_sign_in_at !== null}
            onClick={() => setOpen(true)}
          >
            {t(is_signed_in ? 'standing.again' : 'sign_in')}
          </Button>
        ) : (
          <span className="k-second">
            {t('standing.no_login')} <AppLink href="/lk/profile">{t('standing.to_settings')}</AppLink>
          </span>
        )}
        {session && <Session />}
      </div>
      {session && (
        <p className="k-second k-small">
          {session.seen_open_at && t('standing.seen', { when: f.moment(session.seen_open_at) })}{' '}
          {t('standing.no_end')}
        </p>
      )}
      {has_login && may_sign_in_at && (
        <p className="k-second k-small">{t('standing.soon', { when: f.time(may_sign_in_at) })}</p>
      )}
      {open && (
        <PapersDialog
          papers={{ title: t('sign_in'), hint: t('signing.sign_in'), done: t('standing.signed_in'), ...way }}
          onClose={(signed) => {
            setOpen(false);
            if (signed) void afterEsf();
          }}
        />
      )}
    </div>
  );
}

/** Asks the system whether the session is open still, and closes it. */
function Session() {
  const t = useTexts('esf');
  const check = useAction('esf.check_session', { stale: ['esf.'] });
  const out = useAction('esf.sign_out', { stale: ['esf.'] });
  const small = { variant: 'subtle', size: 'compact-sm' } as const;
  return (
    <>
      <Button
        {...small}
        loading={check.isPending}
        onClick={() =>
          check.mutate(
            {},
            {
              onSuccess: ({ is_signed_in }) =>
                is_signed_in ? toasts.success(t('standing.checked')) : toasts.warning(t('standing.closed')),
            },
          )
        }
      >
        {t('standing.check')}
      </Button>
      <Button
        {...small}
        loading={out.isPending}
        onClick={() => out.mutate({}, { onSuccess: () => toasts.success(t('standing.signed_out')) })}
      >
        {t('standing.sign_out')}
      </Button>
    </>
  );
}
