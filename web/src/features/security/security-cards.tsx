import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { CredentialsCard } from './credentials-card.tsx';
import { DataCard } from './data-card.tsx';
import { EsfCard } from './esf-card.tsx';
import { FactorsCard } from './factors-card.tsx';
import { LogCard } from './log-card.tsx';
import css from './security.module.css';
import { SessionsCard } from './sessions-card.tsx';

/** Everything of one's own account that has to do with coming in, and what is kept of oneself. */
export default function SecurityCards({ me }: { me: Me }) {
  const t = useTexts('security');
  return (
    <section aria-labelledby="security">
      <h2 id="security" className={css.part}>
        {t('title')}
      </h2>
      <div className="k-cards">
        <div className="k-stack k-shrink">
          <CredentialsCard me={me} />
          <FactorsCard />
          {me.role && me.rights.includes('sign') && <EsfCard role={me.role} />}
        </div>
        <div className="k-stack k-shrink">
          <SessionsCard />
          <LogCard />
          <DataCard />
        </div>
      </div>
    </section>
  );
}
