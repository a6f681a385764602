import { IconAlertCircle, IconMessageCircle, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { PlainButton, PlainButtonLink } from '../../ui/plain-button.tsx';
import { LinkAnswer } from './link-answer.tsx';
import type { QuickSign } from './quick-sign.data.ts';
import css from './quick-sign.module.css';

interface BeforeSigningProps {
  token: string;
  asked: QuickSign;
  onReturned: () => void;
  onSaid: (said: QuickSign['said']) => void;
}

/** What else can be done than to sign: say that the sum is wrong, ask, call. */
export function BeforeSigning({ token, asked, onReturned, onSaid }: BeforeSigningProps) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  const [kind, setKind] = useState<'return' | 'ask' | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { company_phone: phone, doc_type } = asked;
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <section className="k-stack k-gap-12" aria-label={t('answer.title')}>
      <h2 className="k-title">{t('answer.title')}</h2>
      {isAsked && (
        <p role="status" className="k-soft-good k-pad-12 k-flat">
          {t('answer.asked')}
        </p>
      )}
      {kind ? (
        <LinkAnswer
          key={kind}
          token={token}
          kind={kind}
          onCancel={() => setKind(null)}
          onReturned={onReturned}
          onAsked={(said) => {
            onSaid(said);
            setAsked(true);
            setKind(null);
          }}
        />
      ) : (
        <div className={`k-row ${css.buttons}`}>
          {doc_type === 'act' && (
            <>
              <PlainButton
                variant="default"
                icon={<IconAlertCircle {...icon} />}
                onClick={() => setKind('return')}
              >
                {t('answer.wrong')}
              </PlainButton>
              <PlainButton
                variant="default"
                icon={<IconMessageCircle {...icon} />}
                onClick={() => setKind('ask')}
              >
                {t('answer.question')}
              </PlainButton>
            </>
          )}
          {phone && (
            <PlainButtonLink variant="default" href={`tel:${phone}`} icon={<IconPhone {...icon} />}>
              {f.phone(phone)}
            </PlainButtonLink>
          )}
        </div>
      )}
    </section>
  );
}
