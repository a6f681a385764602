import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import type { Statistics } from './statistics.data.ts';
import css from './statistics.module.css';

/** The other sides with the largest sums, each with how much of it is paid. */
export function PartiesCard({ statistics, side }: { statistics: Statistics; side: 'business' | 'executor' }) {
  const t = useTexts('statistics');
  const f = useFormats();
  const { parties } = statistics;
  const most = Number(parseMoney(parties[0]?.signed.amount ?? '0') ?? 0n);
  const width = (amount: string) =>
    `${most <= 0 ? 0 : Math.max(0, Number(parseMoney(amount) ?? 0n) / most) * 100}%`;
  const filter = side === 'business' ? 'contractor_company_id' : 'company_id';
  return (
    <Card title={t(`${side}_parties.title`)}>
      {parties.length === 0 ? (
        <p className={`k-flat k-below-12 ${css.about}`}>{t(`${side}_parties.none`)}</p>
      ) : (
        <ol className="k-list">
          {parties.map((party) => (
            <li key={party.id} className={css.party}>
              <span className="k-stack k-gap-0 k-anywhere">
                <AppLink
                  href={`/lk/${side}/acts?${filter}=${party.id}`}
                  className="k-inline k-middle k-self-start k-medium k-high-24"
                >
                  {party.name}
                </AppLink>
                <span className={css.second}>{party.bin}</span>
              </span>
              <span className={`k-stack k-gap-0 k-bold k-right ${css.partySum}`}>
                <Money amount={party.signed.amount} short />
                <span className={css.second}>{t('acts', { count: party.signed.count })}</span>
              </span>
              <span className={css.partyBar} aria-hidden>
                <span className={css.partyOuter} style={{ width: width(party.signed.amount) }} />
                <span className={css.partyInner} style={{ width: width(party.paid_amount) }} />
              </span>
              <span className={css.second}>
                {t('share', {
                  paid: f.moneyShort(party.paid_amount),
                  signed: f.moneyShort(party.signed.amount),
                })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
