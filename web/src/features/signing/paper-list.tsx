import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { Money } from '../../ui/money.tsx';
import css from './signing.module.css';

interface Paper {
  label: string;
  party: string | null;
  amount: string | null;
}

/** What is to be signed; each paper can be read first. */
export function PaperList<P extends Paper>(props: {
  papers: readonly P[];
  keyOf: (paper: P) => number;
  onShow: (paper: P) => void;
}) {
  const t = useTexts('signing');
  return (
    <ul className={`k-list k-scroll k-framed k-round-12 ${css.list}`} aria-label={t('what.list')}>
      {props.papers.map((paper) => (
        <li key={props.keyOf(paper)} className={css.item}>
          <span className={css.names}>
            <span className="k-medium k-anywhere">{paper.label}</span>
            {paper.party && <span className={css.second}>{paper.party}</span>}
          </span>
          {paper.amount !== null && <Money amount={paper.amount} />}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFileText size={16} aria-hidden />}
            aria-label={t('what.open_named', { name: paper.label })}
            onClick={() => props.onShow(paper)}
          >
            {t('what.open')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
