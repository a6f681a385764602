import { filledBy } from '@kelisim/shared/features/templates/template-fields.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useFields } from './templates.data.ts';
import css from './templates.module.css';

const GROUPS = ['contract', 'company', 'executor'] as const;

/** Every field by who fills it, its name to copy, and for the company what it would be now. */
export function FieldsCard() {
  const t = useTexts('templates');
  const { data, error, refetch } = useFields();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  return (
    <div className="k-above-16">
      <Card title={t('fields.title')}>
        <p className="k-second">{t('fields.hint')}</p>
        <div className={css.groups}>
          {GROUPS.map((group) => (
            <section key={group} aria-label={t(`filled_by.${group}`)}>
              <h3 className={css.group}>{t(`filled_by.${group}`)}</h3>
              <ul className={`k-list k-stack k-gap-12 ${css.list}`}>
                {data
                  .filter(({ name }) => filledBy(name) === group)
                  .map(({ name, title, value }) => (
                    <li key={name}>
                      <span className={`k-line k-gap-4 ${css.code}`}>
                        <code>{`{${name}}`}</code>
                        <CopyButton text={`{${name}}`} name={title} />
                      </span>
                      <span>{title}</span>
                      {group === 'company' && (
                        <span className={value === null ? 'k-fault' : `k-small ${css.second}`}>
                          {value ?? t('fields.empty')}
                        </span>
                      )}
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </Card>
    </div>
  );
}
