import type { BankIntegration } from '@kelisim/shared/features/integrations/integrations.contract.ts';
import { Button } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { isDeclined } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts, type T } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { SettingsTabs } from '../settings/public.ts';
import { BANK_TONES, lookOfBank } from './bank-look.ts';
import css from './integrations.module.css';

const BankDialog = lazyPart(() => import('./bank-dialog.tsx'));

const STALE = ['integrations.', 'payments.', 'banking.', 'companies.'];

/** `/lk/business/settings/integrations` and `/lk/executor/settings/integrations`: each bank, how it stands, what to do. */
export default function IntegrationsPage() {
  const t = useTexts('integrations');
  const me = useMe();
  const { data: banks, error, refetch } = useCall('integrations.list');
  const [editing, setEditing] = useState<BankIntegration | null>(null);
  const [removing, setRemoving] = useState<BankIntegration | null>(null);
  const remove = useAction('integrations.remove', { stale: STALE, meta: { quiet: true } });
  const askConsent = useAction('integrations.ask_consent', { meta: { quiet: true } });
  useReturnFromBank();
  const side: Side = me?.role === 'executor' ? 'executor' : 'business';
  const consent = async (kind: BankIntegration['kind']) => {
    try {
      const { address } = await askConsent.mutateAsync({ params: { kind } });
      window.location.assign(address);
    } catch (reason) {
      if (!isDeclined(reason)) toasts.error(errorText(reason));
    }
  };
  return (
    <>
      <PageHeader title={t('title')} sub={t(side === 'executor' ? 'receives.lead' : 'lead')} />
      {(me?.role === 'business' || me?.role === 'executor') && (
        <SettingsTabs current="integrations" side={me.role} />
      )}
      {error && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      <div className="k-stack k-narrow">
        {!banks && !error && [0, 1, 2].map((at) => <Skeleton key={at} height={120} />)}
        {banks?.map((bank) => (
          <BankCard
            key={bank.kind}
            side={side}
            bank={bank}
            onEdit={() => (bank.kind === 'BCC' ? void consent('BCC') : setEditing(bank))}
            onRemove={() => setRemoving(bank)}
          />
        ))}
        {side === 'executor' && banks && <EsfLine />}
        {banks && me?.role === 'business' && <p className="k-second">{t('main_hint')}</p>}
      </div>
      <Suspense>
        {editing && <BankDialog bank={editing} stale={STALE} onClose={() => setEditing(null)} />}
      </Suspense>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('remove_ask', { bank: removing ? t(`banks.${removing.kind}`) : '' })}
        confirmLabel={t('remove')}
        tone="bad"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { kind: removing!.kind } });
          toasts.success(t('removed'));
        }}
      >
        {t('remove_hint')}
      </ConfirmDialog>
    </>
  );
}

type Side = 'business' | 'executor';

/** Electronic invoices are taken to ИС ЭСФ on a page of their own. */
function EsfLine() {
  const t = useTexts('integrations');
  return (
    <Card title={t('esf.title')}>
      <p className="k-second">{t('esf.lead')}</p>
      <div className="k-above-12 k-row">
        <AppLink href="/lk/executor/esf" className="k-inline k-middle k-high-24">
          {t('esf.open')}
        </AppLink>
      </div>
    </Card>
  );
}

interface BankCardProps {
  side: Side;
  bank: BankIntegration;
  onEdit: () => void;
  onRemove: () => void;
}

function BankCard({ side, bank, onEdit, onRemove }: BankCardProps) {
  const t = useTexts('integrations');
  const f = useFormats();
  const look = lookOfBank(bank);
  const test = useAction('integrations.test', { stale: STALE });
  const name = t(`banks.${bank.kind}`);
  const { check } = bank;
  return (
    <Card title={name} aside={<StatusDot tone={BANK_TONES[look]} label={t(`states.${look}`)} />}>
      <p className="k-second">{leadOf(bank, side, t)}</p>
      {check && (
        <p
          role={look === 'failed' ? 'alert' : undefined}
          className={look === 'failed' ? css.error : css.words}
        >
          {check.message}{' '}
          <span className="k-second">{t('checked', { time: f.moment(check.checked_at) })}</span>
        </p>
      )}
      {check && check.accounts.length > 0 && (
        <p className={css.words}>
          {t('accounts', { list: check.accounts.map((iban) => f.iban(iban)).join(', ') })}
        </p>
      )}
      {bank.kind === 'BCC' && !bank.has_consent && (
        <p className="k-second">
          {t(bank.can_connect ? 'consent.hint' : side === 'executor' ? 'receives.closed' : 'closed')}
        </p>
      )}
      <div className="k-above-12 k-row">
        {bank.can_connect && (
          <Button variant="default" onClick={onEdit} aria-label={`${name}: ${deedOf(bank, t)}`}>
            {deedOf(bank, t)}
          </Button>
        )}
        {side === 'business' && !bank.can_connect && !bank.is_saved && (
          <AppLink
            href="/lk/business/payments"
            className="k-inline k-middle k-high-24"
            aria-label={`${name}: ${t('by_file')}`}
          >
            {t('by_file')}
          </AppLink>
        )}
        {bank.is_saved && (
          <Button
            variant="default"
            loading={test.isPending}
            aria-label={`${name}: ${t('test')}`}
            onClick={() => test.mutate({ params: { kind: bank.kind } })}
          >
            {t('test')}
          </Button>
        )}
        {bank.is_saved && (
          <Button variant="subtle" color="bad" aria-label={`${name}: ${t('remove')}`} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function leadOf({ kind, is_main }: BankIntegration, side: Side, t: T<'integrations'>): string {
  if (side === 'executor')
    return t(kind === 'BCC' || kind === 'CUSTOM' ? `receives.${kind}` : 'receives.no_api');
  return is_main ? `${t('main')}. ${t('pays')}.` : t(`leads.${kind}`);
}

function deedOf(bank: BankIntegration, t: T<'integrations'>): string {
  if (bank.kind === 'BCC') return t(bank.has_consent ? 'consent.again' : 'consent.give');
  return t(bank.is_saved ? 'edit' : 'connect');
}

/** BCC leads its client back here with a code, which is good once; the address forgets it at once. */
function useReturnFromBank(): void {
  const t = useTexts('integrations');
  const take = useAction('integrations.take_consent', { stale: STALE, meta: { quiet: true } });
  const taken = useRef(false);
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    const [code, state] = [query.get('code'), query.get('state')];
    if (!code || !state || taken.current) return;
    taken.current = true;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    take
      .mutateAsync({ params: { kind: 'BCC' }, body: { code, state } })
      .then(() => toasts.success(t('consent.given')))
      .catch((error: unknown) => toasts.error(errorText(error)));
  }, [t, take]);
}
