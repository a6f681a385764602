import type { ActChanges, ActLine, ActVersion } from '@kelisim/shared/features/acts/act-changes.contract.ts';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import css from './act-differences.module.css';

/** The lines and facts in which two versions of an act differ. */
export default function ActDifferences({ before, after, facts, lines }: ActChanges) {
  const t = useTexts('versions');
  const factOf = useFacts();
  const is_draft = after.sent_at === null;
  if (facts.length === 0 && lines.length === 0)
    return <p className="k-second">{t(is_draft ? 'same_draft' : 'same')}</p>;
  return (
    <div className="k-stack k-gap-12">
      {is_draft && <p className="k-second">{t('draft')}</p>}
      <ul className="k-list">
        {lines.map((pair, at) => (
          // Lines have no ids and stand as they stood on the paper.
          <li key={at} className="k-pad-8-0 k-line-below">
            <Line {...pair} />
          </li>
        ))}
      </ul>
      <dl className={`k-flat ${css.facts}`}>
        {facts.map((fact) => (
          <Row key={fact} name={t(`fact.${fact}`)} was={factOf(before, fact)} is={factOf(after, fact)} />
        ))}
      </dl>
      {facts.includes('net') && <p className="k-second k-small">{t('net_hint')}</p>}
    </div>
  );
}

function useFacts() {
  const t = useTexts('versions');
  const f = useFormats();
  return (version: ActVersion, fact: ActChanges['facts'][number]): ReactNode => {
    const { contract, vat } = version;
    switch (fact) {
      case 'contract':
        return [contract.title, t('contract_of', { number: contract.number, date: f.date(contract.date) })]
          .filter(Boolean)
          .join(' ');
      case 'act_date':
        return f.date(version.act_date);
      case 'period':
        return f.period(version.start_date, version.end_date);
      case 'vat':
        return vat ? <Money amount={vat.amount} /> : t('no_vat');
      case 'additional_info':
        return version.additional_info;
      default:
        return version[fact] && <Money amount={version[fact]} />;
    }
  };
}

/** One line of the act: what was added or removed whole, what was changed in what differs. */
function Line({ before, after }: ActChanges['lines'][number]) {
  const t = useTexts('versions');
  const f = useFormats();
  const kind = !before ? 'added' : after ? 'changed' : 'removed';
  const line = after ?? before;
  if (!line) return null;
  const cells: [Exclude<keyof ActLine, 'unit'>, (line: ActLine) => ReactNode][] = [
    ['name', ({ name }) => name],
    ['quantity', ({ quantity, unit }) => `${unit}: ${f.number(quantity)}`],
    ['rate', ({ rate }) => <Money amount={rate} />],
    ['amount', ({ amount }) => <Money amount={amount} />],
    ['service_date', ({ service_date }) => service_date && f.date(service_date)],
  ];
  const differs = (key: keyof ActLine) =>
    before && after && (before[key] !== after[key] || (key === 'quantity' && before.unit !== after.unit));
  return (
    <>
      <div className="k-row k-gap-4-16 k-baseline">
        <StatusDot tone={TONES[kind]} label={t(kind)} />
        <span className="k-anywhere">{kind === 'removed' ? <del>{line.name}</del> : line.name}</span>
      </div>
      {kind !== 'changed' && (
        <span className="k-second">
          {line.unit}: {f.number(line.quantity)} × <Money amount={line.rate} /> ={' '}
          <Money amount={line.amount} />
        </span>
      )}
      {before && after && (
        <dl className={`k-flat ${css.facts}`}>
          {cells
            .filter(([key]) => differs(key))
            .map(([key, show]) => (
              <Row key={key} name={t(`line.${key}`)} was={show(before)} is={show(after)} />
            ))}
        </dl>
      )}
    </>
  );
}

const TONES = { added: 'good', removed: 'bad-ring', changed: 'attention-ring' } as const;

function Row({ name, was, is }: { name: string; was: ReactNode; is: ReactNode }) {
  const t = useTexts('versions');
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="k-visually-hidden">{t('was')} </span>
        {was ? <del>{was}</del> : <span className="k-second">{t('none')}</span>}
        <span aria-hidden> → </span>
        <span className="k-visually-hidden">, {t('is')} </span>
        <ins>{is || t('none')}</ins>
      </dd>
    </div>
  );
}
