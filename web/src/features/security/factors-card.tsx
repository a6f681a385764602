import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Window } from '../../ui/window.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactors } from './security.data.ts';
import css from './security.module.css';

const PasskeyForm = lazyPart(() => import('./passkey-form.tsx'));
const TotpForm = lazyPart(() => import('./totp-form.tsx'));

type Asked = { of: 'totp' } | { of: 'codes' } | { of: 'passkey'; id: number; name: string };

/** Second factors: codes of an app, passkeys, recovery codes. */
export function FactorsCard() {
  const t = useTexts('security');
  const f = useFormats();
  const { data, error, refetch } = useFactors();
  const [adding, setAdding] = useState<'totp' | 'passkey' | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const stale = ['factors.', 'security.'];
  const removeTotp = useAction('factors.remove_totp', { stale, meta: { quiet: true } });
  const removePasskey = useAction('factors.remove_passkey', { stale, meta: { quiet: true } });
  const makeCodes = useAction('factors.make_recovery_codes', { stale, meta: { quiet: true } });

  const added = (made: string[] | null) => {
    setAdding(null);
    if (made) setCodes(made);
  };
  const agreed = async () => {
    const what = asked;
    if (what?.of === 'totp') await removeTotp.mutateAsync({});
    else if (what?.of === 'passkey') await removePasskey.mutateAsync({ params: { passkey_id: what.id } });
    else setCodes((await makeCodes.mutateAsync({})).recovery_codes);
  };
  return (
    <Card title={t('factors.title')}>
      <p className={css.second}>{t('factors.lead')}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={180} />}
      {data && (
        <ul className={`k-list k-rows k-above-8 ${css.rows}`}>
          <li>
            <span className={css.words}>
              <span className="k-medium">{t('factors.totp')}</span>
              <span className={css.second}>
                {data.totp ? t('factors.totp_on', { date: f.date(data.totp.since) }) : t('factors.totp_off')}
              </span>
            </span>
            {data.totp ? (
              <Button variant="default" onClick={() => setAsked({ of: 'totp' })}>
                {t('factors.remove')}
              </Button>
            ) : (
              <Button variant="default" onClick={() => setAdding('totp')}>
                {t('factors.totp_add')}
              </Button>
            )}
          </li>
          <li>
            <span className={css.words}>
              <span className="k-medium">{t('factors.passkeys')}</span>
              <span className={css.second}>{t('factors.passkeys_hint')}</span>
            </span>
            <Button variant="default" onClick={() => setAdding('passkey')}>
              {t('factors.passkey_add')}
            </Button>
          </li>
          {data.passkeys.map(({ id, name, created_at, last_used_at, is_backed_up }) => (
            <li key={id} className={css.inner}>
              <span className={css.words}>
                <span className="k-medium">{name}</span>
                <span className={css.second}>
                  {[
                    t('factors.passkey_since', { date: f.date(created_at) }),
                    ...(last_used_at ? [t('factors.passkey_used', { date: f.moment(last_used_at) })] : []),
                    ...(is_backed_up ? [t('factors.passkey_synced')] : []),
                  ].join(', ')}
                </span>
              </span>
              <Button
                variant="subtle"
                color="bad"
                aria-label={t('factors.passkey_remove_named', { name })}
                onClick={() => setAsked({ of: 'passkey', id, name })}
              >
                {t('factors.delete')}
              </Button>
            </li>
          ))}
          <li>
            <span className={css.words}>
              <span className="k-medium">{t('factors.codes')}</span>
              <span className={css.second}>
                {data.recovery_codes > 0
                  ? t('factors.codes_left', { count: data.recovery_codes })
                  : t('factors.codes_none')}
              </span>
            </span>
            {(data.totp || data.passkeys.length > 0) && (
              <Button variant="default" onClick={() => setAsked({ of: 'codes' })}>
                {t('factors.codes_new')}
              </Button>
            )}
          </li>
        </ul>
      )}
      <Window
        opened={adding !== null}
        onClose={() => setAdding(null)}
        title={adding === 'totp' ? t('factors.totp') : t('factors.passkey_add')}
        closeOnClickOutside={false}
      >
        <Suspense>
          {adding === 'totp' && <TotpForm onDone={added} onCancel={() => setAdding(null)} />}
          {adding === 'passkey' && <PasskeyForm onDone={added} onCancel={() => setAdding(null)} />}
        </Suspense>
      </Window>
      <Window
        opened={codes !== null}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
        title={t('factors.codes_title')}
      >
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </Window>
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={
          asked?.of === 'passkey'
            ? t('factors.remove_passkey_ask', { name: asked.name })
            : t(asked?.of === 'codes' ? 'factors.codes_new_ask' : 'factors.remove_totp_ask')
        }
        confirmLabel={t(asked?.of === 'codes' ? 'factors.codes_new' : 'factors.remove')}
        tone={asked?.of === 'codes' ? undefined : 'bad'}
        onConfirm={agreed}
      >
        {t(
          asked?.of === 'passkey'
            ? 'factors.remove_passkey_hint'
            : asked?.of === 'codes'
              ? 'factors.codes_new_hint'
              : 'factors.remove_totp_hint',
        )}
      </ConfirmDialog>
    </Card>
  );
}
