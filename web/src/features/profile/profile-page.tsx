import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { LateParts, WhenWhole } from '../../ui/late-parts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SecurityCards } from '../security/public.ts';
import { StandingCard } from '../taxes/public.ts';
import { CertificateCard } from './certificate-card.tsx';
import { KeyStoreCard } from './key-store-card.tsx';
import { SandboxKeysCard } from './sandbox-keys-card.tsx';
import css from './profile.module.css';

/** `/lk/profile`: who I am here, my certificate, my kept key. */
export default function ProfilePage() {
  const t = useTexts('profile');
  const f = useFormats();
  const locale = useLocale();
  const me = useMe();
  return (
    <>
      <PageHeader title={t('title')} />
      {me && (
        <WhenWhole>
          <div className={`k-cards ${css.cards}`}>
            <div className="k-stack k-shrink">
              <Card title={t('person.title')}>
                <KeyValue
                  rows={[
                    { label: t('person.name'), value: me.full_name },
                    { label: t('person.email'), value: me.email },
                    { label: t('person.phone'), value: me.phone ? f.phone(me.phone) : t('person.no_phone') },
                    ...(me.company
                      ? [{ label: t('person.company'), value: nameOnPaper(me.company, locale) }]
                      : []),
                  ]}
                />
              </Card>
              {me.company && <CertificateCard />}
              {me.role === 'executor' && (
                <LateParts>
                  <StandingCard may_change />
                </LateParts>
              )}
            </div>
            {/* Who is in no company signs nothing, and keeps no key here. */}
            {me.company && (
              <div className="k-stack k-shrink">
                <KeyStoreCard me={me} />
                {me.sandbox && <SandboxKeysCard />}
              </div>
            )}
          </div>
          <LateParts>
            <SecurityCards me={me} />
          </LateParts>
        </WhenWhole>
      )}
    </>
  );
}
