import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { actHref } from './act-links.ts';
import type { BusinessHome } from './home.data.ts';
import css from './home.module.css';

/** What hangs, the longest first, and why. */
export function StuckActs({ acts }: { acts: BusinessHome['stuck'] }) {
  const t = useTexts('home');
  const f = useFormats();
  return (
    <Card title={t('stuck.title')}>
      <p className="k-second k-below-8">{acts.length > 0 ? t('stuck.hint') : t('stuck.empty')}</p>
      {acts.length > 0 && (
        <ul className="k-list">
          {acts.map((act) => (
            <li key={act.act_id} className="k-flex k-between k-gap-16 k-top k-pad-12-0 k-line-above">
              <span className="k-stack k-gap-2 k-anywhere k-shrink">
                <AppLink
                  href={actHref('business', act.act_id)}
                  className="k-inline k-middle k-self-start k-medium k-high-24"
                >
                  {t('act', { number: act.number })}
                </AppLink>
                <span className={css.party}>{act.party}</span>
                <span className={`k-small ${css.why}`}>
                  {t('stuck.since', { why: act.why, since: f.relative(act.since) })}
                </span>
              </span>
              <Money amount={act.amount} short />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
