import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import type { QuickSign } from './quick-sign.data.ts';
import css from './quick-sign.module.css';

/** What the signer asked by this link, and what the company answered. */
export function SaidAtAct({ said, company }: { said: QuickSign['said']; company: string }) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  return (
    <Card title={t('said.title')}>
      <ol className="k-stack k-gap-12 k-list">
        {said.map((one) => (
          <li key={one.seq}>
            <p className={css.second}>
              {one.side === 'executor' ? t('said.you') : t('said.company', { name: one.name, company })} ·{' '}
              <time dateTime={one.created_at} className="k-figures">
                {f.moment(one.created_at)}
              </time>
            </p>
            <p className={`k-anywhere ${css.said}`}>{one.comment}</p>
          </li>
        ))}
      </ol>
      {said.at(-1)?.side === 'executor' && (
        <p className={`k-above-12 ${css.second}`}>{t('said.waits', { company })}</p>
      )}
    </Card>
  );
}
