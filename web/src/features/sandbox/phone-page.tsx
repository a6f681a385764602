import { Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconForbid2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { searchText, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { PhoneFaultView } from './phone-fault-view.tsx';
import { PhoneKey } from './phone-key.tsx';
import css from './phone.module.css';
import { PhoneReview } from './phone-review.tsx';
import { PhoneScan } from './phone-scan.tsx';
import { usePhoneSteps } from './use-phone-steps.ts';
import type { PhoneStep } from './use-phone-steps.ts';

const readSearch = (raw: RawSearch) => searchText(raw, 'code');

/** A phone that reads a code and signs as eGov Mobile does; only in the sandbox. */
export default function PhonePage() {
  const t = useTexts('phone');
  const [code] = useUrlState(readSearch);
  const phone = usePhoneSteps();
  const screen = useRef<HTMLDivElement>(null);
  const { step } = phone;
  useEffect(() => {
    document.title = `${t('title')} · Kelisim`;
  }, [t]);
  // A link that was followed on this very phone brings its code along.
  useEffect(() => {
    if (code) void phone.read(code);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each code
  }, [code]);
  useEffect(() => {
    screen.current?.scrollTo(0, 0);
    screen.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [step.at]);

  return (
    <div className={css.stand}>
      <section className={`k-column k-gap-0 k-wide ${css.phone}`} aria-label={t('title')}>
        <header className={css.head}>
          <h1 className="k-title">{t('title')}</h1>
          <p className="k-second k-above-2 k-small">{t('sandbox')}</p>
        </header>
        <div className="k-column k-gap-0 k-grow k-scroll k-pad-20" ref={screen}>
          <Step phone={phone} step={step} />
        </div>
      </section>
    </div>
  );
}

function Step({ phone, step }: { phone: ReturnType<typeof usePhoneSteps>; step: PhoneStep }) {
  const t = useTexts('phone');
  switch (step.at) {
    case 'scan':
      return <PhoneScan busy={step.busy} onCode={(text) => void phone.read(text)} />;
    case 'review':
      return (
        <PhoneReview
          invitation={step.invitation}
          shown={step.shown}
          onNext={() => phone.setStep({ ...step, at: 'key' })}
          onCancel={() => void phone.cancel(step.invitation, step.shown)}
        />
      );
    case 'key':
      return (
        <PhoneKey
          invitation={step.invitation}
          count={step.shown.documents.length}
          broken={phone.brokenKey}
          onSign={(key) => void phone.sign(key, step.invitation, step.shown)}
          onBack={() => phone.setStep({ ...step, at: 'review' })}
          onCancel={() => void phone.cancel(step.invitation, step.shown)}
        />
      );
    case 'signing': {
      const total = step.shown.documents.length;
      return (
        <div className={css.end}>
          <Loader />
          <p role="status">
            {step.done < total ? t('key.signing', { done: step.done, total }) : t('key.sending')}
          </p>
        </div>
      );
    }
    case 'fault': {
      const { fault, invitation, shown } = step;
      const back = invitation && shown ? () => phone.setStep({ at: 'key', invitation, shown }) : null;
      return <PhoneFaultView fault={fault} onBack={back} onAgain={phone.restart} />;
    }
    case 'done':
      return (
        <div className={css.end}>
          <IconCircleCheck size={64} stroke={1.3} className="k-good" aria-hidden />
          <h2 className={css.title} tabIndex={-1}>
            {t('done.title')}
          </h2>
          <p>{t('review.documents', { count: step.count })}</p>
          <p className={css.second}>{t('done.hint')}</p>
          {step.back_url && (
            <Button component="a" href={hereOf(step.back_url)} fullWidth>
              {t('done.back')}
            </Button>
          )}
          <Button variant="default" fullWidth onClick={phone.restart}>
            {t('done.more')}
          </Button>
        </div>
      );
    case 'cancelled':
      return (
        <div className={css.end}>
          <IconForbid2 size={64} stroke={1.3} className="k-quiet" aria-hidden />
          <h2 className={css.title} tabIndex={-1}>
            {t('done.cancelled')}
          </h2>
          <p className={css.second}>{t('done.cancelled_hint')}</p>
          <Button variant="default" fullWidth onClick={phone.restart}>
            {t('done.more')}
          </Button>
        </div>
      );
  }
}

/** The site knows itself by one name; the browser may have come by another name of the same machine. */
function hereOf(address: string): string {
  const url = new URL(address, location.origin);
  return url.pathname + url.search;
}
