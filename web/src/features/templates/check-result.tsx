import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Fault } from '../../ui/failure.tsx';
import css from './templates.module.css';

interface CheckResultProps {
  check: UseQueryResult<Answer<'documents.check_template'>>;
  /** A template and somebody are chosen. */
  asked: boolean;
}

/** How many contracts can be made, and what is missing for the others. */
export function CheckResult({ check, asked }: CheckResultProps) {
  const t = useTexts('templates');
  if (!asked) return null;
  if (check.error) return <Fault text={errorText(check.error)} />;
  if (!check.data) return <p className="k-second">{t('make.checking')}</p>;
  const { ready, items } = check.data;
  const lacking = items.filter(({ missing }) => missing.length > 0);
  const own = lacking[0]?.missing.filter(({ filled_by }) => filled_by === 'company') ?? [];
  return (
    <div
      className={`k-stack k-gap-4 k-soft-accent k-pad-8-12 ${css.check}`}
      data-bad={lacking.length > 0 || undefined}
    >
      <p role="status">{ready > 0 ? t('make.ready', { count: ready }) : t('make.nobody')}</p>
      {own.length > 0 && (
        <p>{t('make.missing_company', { fields: own.map(({ title }) => title).join(', ') })}</p>
      )}
      {lacking.length > 0 && own.length === 0 && (
        <>
          <p>{t('make.missing')}</p>
          <ul>
            {lacking.map((one) => (
              <li key={one.executor_company_id}>
                <AppLink href={`/lk/business/executors/${one.executor_company_id}`}>{one.name}</AppLink>:{' '}
                {one.missing.map(({ title }) => title).join(', ')}
              </li>
            ))}
          </ul>
          {ready > 0 && <p>{t('make.skip')}</p>}
        </>
      )}
    </div>
  );
}
