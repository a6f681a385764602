import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlainButtonLink } from '../../ui/plain-button.tsx';
import type { Closed, Whose } from './closed-by.ts';
import { OpenByCode } from './open-by-code.tsx';

/** A link that leads to no signing: why, whom to ask, and the way on by a code to the phone it was sent to. */
export function ClosedLink({ token, closed }: { token: string; closed: Closed }) {
  const t = useTexts('quick-sign');
  if (closed.kind === 'gone')
    return <EmptyState drawing="broken" title={t('gone.title')} hint={t('gone.hint')} noAction="others" />;
  if (closed.kind === 'stopped') {
    return (
      <EmptyState
        drawing="paper"
        title={t('stopped.title')}
        hint={
          <>
            {closed.message} {t('stopped.hint')}
          </>
        }
        noAction="others"
      />
    );
  }
  if (closed.kind === 'ended') {
    const company = closed.company ?? '';
    const waits = closed.reason === 'expired' || closed.reason === 'replaced';
    return (
      <EmptyState
        drawing="paper"
        title={t(`ended.${closed.reason}`, { company })}
        hint={t(`ended.${closed.reason}_hint`, { company })}
      >
        <WayOn token={token} whose={closed} what={waits ? 'link' : 'account'} />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="paper"
      title={t('used.title')}
      hint={t('used.hint', { company: closed.company ?? '' })}
    >
      <WayOn token={token} whose={closed} what="account" />
      {closed.public_id && (
        <PlainButtonLink variant="default" href={`/verify/${closed.public_id}`}>
          {t('done.open')}
        </PlainButtonLink>
      )}
    </EmptyState>
  );
}

function WayOn({ token, whose, what }: { token: string; whose: Whose; what: 'link' | 'account' }) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  const { phone, company, company_phone } = whose;
  return (
    <div className="k-stack k-gap-12">
      {phone && <OpenByCode token={token} phone={phone} what={what} />}
      {company_phone && (
        <p className="k-second">
          {t('ended.call', { company: company ?? '' })}{' '}
          <a href={`tel:${company_phone}`}>{f.phone(company_phone)}</a>
        </p>
      )}
    </div>
  );
}
