import {
  cautiousOf,
  choicesOf,
  TAX_DECISIONS,
  wordOf,
  type TaxChoice,
  type TaxQuestion,
} from '@kelisim/shared/features/taxes/tax-decisions.ts';
import type { TaxDecision } from '@kelisim/shared/features/taxes/taxes.contract.ts';
import { Button } from '@mantine/core';
import { useTexts, type T } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './taxes.module.css';

/** A choice in the words that say what it changes. */
export function sayChoice(t: T<'tax-decisions'>, question: TaxQuestion, choice: TaxChoice): string {
  const word = wordOf(question, choice);
  return word ? t(`choice.${word}`) : t('other');
}

interface AnswerButtonProps {
  question: TaxQuestion;
  onClick: () => void;
}

export function AnswerButton({ question, onClick }: AnswerButtonProps) {
  const t = useTexts('tax-decisions');
  return (
    <Button
      variant="subtle"
      size="compact-md"
      aria-label={t('answer_label', { name: t(`name.${question}`) })}
      onClick={onClick}
    >
      {t('answer')}
    </Button>
  );
}

interface DecisionPartProps {
  decision: TaxDecision;
  is_of_company?: boolean;
}

/** The question, who decides it, what each choice changes, which one holds, and who said so. */
export function DecisionPart({ decision, is_of_company = false }: DecisionPartProps) {
  const t = useTexts('tax-decisions');
  const f = useFormats();
  const { question, choice, of, history } = decision;
  const { decided_by, is_note_only } = TAX_DECISIONS[question];
  return (
    <div className="k-stack k-gap-10">
      <p className="k-flat">{t(`ask.${question}`)}</p>
      <ul className={`k-list ${css.choices}`}>
        {choicesOf(question).map((one) => {
          const marks = [
            one === choice && t('holds'),
            one === cautiousOf(question) && t('is_cautious'),
          ].filter(Boolean);
          return (
            <li key={one} className={one === choice ? css.held : undefined}>
              {sayChoice(t, question, one)}
              {marks.length > 0 && <span className="k-second k-block k-small">{marks.join(' · ')}</span>}
            </li>
          );
        })}
      </ul>
      <p className="k-flat k-second k-small">
        {[
          `${t(`decided_by.${decided_by}`)}.`,
          (is_of_company || of === 'default') && t(`of.${of}`),
          is_note_only && t('note_only'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <p className="k-flat k-second k-small">{t('source', { source: t(`source_of.${question}`) })}</p>
      {history.length > 0 && (
        <details>
          <summary>{t('history', { count: history.length })}</summary>
          <ul className={`k-list ${css.choices}`}>
            {history.map((row) => (
              <li key={row.id}>
                {row.choice === null ? t('taken_back') : sayChoice(t, question, row.choice)}
                <span className="k-second k-block k-small">
                  {[t('since', { date: f.date(row.valid_from) }), row.by, f.moment(row.created_at), row.note]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
