import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Money } from '../../ui/money.tsx';
import type { QuickSign } from './quick-sign.data.ts';
import css from './quick-sign.module.css';

type Paper = NonNullable<QuickSign['paper']>;

/** The act in letters that a phone shows: each line of work with its sum, what is withheld, what comes. */
export function PaperText({ paper, withheld }: { paper: Paper; withheld: QuickSign['withheld'] }) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  const { contract, vat } = paper;
  return (
    <>
      <ul className={`k-list k-above-12 ${css.lines}`}>
        {paper.services.map((line, at) => (
          // Lines have no ids and stand as they stood on the paper.
          <li key={at}>
            <span className="k-anywhere">{line.name}</span>
            <span className="k-split k-gap-0-16 k-second">
              <span className="k-figures">
                {line.unit}: {f.number(line.quantity)} × <Money amount={line.rate} />
              </span>
              <span className={css.sum}>
                <Money amount={line.amount} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <dl className={`k-flat ${css.sums}`}>
        <div className="k-split k-nowrap" data-strong>
          <dt>{t('paper.total')}</dt>
          <dd>
            <Money amount={paper.total} />
          </dd>
        </div>
        <div className="k-split k-nowrap">
          <dt>{t('paper.vat')}</dt>
          <dd>{vat ? <Money amount={vat.amount} /> : t('paper.no_vat')}</dd>
        </div>
        {withheld?.parts.map(({ part, amount }) => (
          <div key={part} className="k-split k-nowrap">
            <dt>{t(`paper.withheld.${part}`)}</dt>
            <dd>
              − <Money amount={amount} />
            </dd>
          </div>
        ))}
        {withheld && (
          <div className="k-split k-nowrap" data-strong>
            <dt>{t('paper.net')}</dt>
            <dd>
              <Money amount={withheld.net} />
            </dd>
          </div>
        )}
      </dl>
      {withheld && <p className={css.second}>{t('paper.net_hint')}</p>}
      <dl className={`k-stack k-gap-8 k-flat k-above-12 ${css.facts}`}>
        <div>
          <dt>{t('paper.period')}</dt>
          <dd>{f.period(paper.start_date, paper.end_date)}</dd>
        </div>
        <div>
          <dt>{t('paper.contract')}</dt>
          <dd>
            {[
              contract.title,
              t('paper.contract_of', { number: contract.number, date: f.date(contract.date) }),
            ]
              .filter(Boolean)
              .join(' ')}
          </dd>
        </div>
        <div>
          <dt>{t('paper.date')}</dt>
          <dd className="k-figures">{f.date(paper.act_date)}</dd>
        </div>
        {paper.additional_info && (
          <div>
            <dt>{t('paper.info')}</dt>
            <dd>{paper.additional_info}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
