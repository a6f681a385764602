import { ErrorState } from '../../ui/error-state.tsx';
import { useGo } from '../../ui/app-link.tsx';
import { Suspense, useEffect } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import { searchText, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { CodePanel } from './code-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { useKind, useRegistration } from './registration.data.ts';
import { StepBones } from './step-frame.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Keys, NCALayer and the code for a phone: nothing of it is loaded before it is their turn. */
const EcpPanel = lazyPart(async () => {
  const [part] = await Promise.all([import('./ecp-panel.tsx'), loadTexts(['signing'])]);
  return { default: part.EcpPanel };
});

const read = (raw: RawSearch) => ({
  link: searchText(raw, 'hash'),
  /** The number was mistyped: the same registration, another phone. */
  again: searchText(raw, 'phone') === 'again',
});

/** Telephone, e-mail, their codes and the key are panels of the entry; every other step has a screen of its own. */
export default function EntryPage() {
  const kind = useKind();
  const go = useGo();
  const { state, none, error, again } = useRegistration();
  const [{ link, again: phoneAgain }] = useUrlState(read);
  // An invitation that has come since is worth more than a registration that nobody has invited to.
  const begins = none || (state !== null && (state.kind !== kind || (link && !state.company_name)));
  const panels = ['phone', 'phone_code', 'email', 'email_code', 'ecp'];
  const elsewhere = !begins && state && !panels.includes(state.stage) ? state.redirect_url : null;
  useEffect(() => {
    if (elsewhere) go(elsewhere, { replace: true });
  }, [elsewhere, go]);
  if (begins) return <PhonePanel key={kind} link={link} unfinished={none ? null : state} />;
  if (error) return <ErrorState error={error} onRetry={again} />;
  if (!state || elsewhere) return <StepBones />;
  if (state.stage === 'phone' || (state.stage === 'phone_code' && phoneAgain))
    return <PhonePanel link={link} unfinished={null} />;
  if (state.stage === 'phone_code') return <CodePanel of="phone" state={state} />;
  if (state.stage === 'email') return <EmailPanel state={state} />;
  if (state.stage === 'email_code') return <CodePanel of="email" state={state} />;
  return (
    <Suspense fallback={<StepBones />}>
      <EcpPanel state={state} />
    </Suspense>
  );
}
