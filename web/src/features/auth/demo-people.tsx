import { IconChevronRight } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import type { DemoPerson } from './auth.data.ts';
import css from './sign-in.module.css';

export interface DemoPeopleProps {
  people: readonly DemoPerson[];
  busy: boolean;
  onChoose: (person: { email: string; password: string }) => void;
}

/** In the sandbox: come in as one of its people with one click. */
export function DemoPeople({ people, busy, onChoose }: DemoPeopleProps) {
  const t = useTexts('auth');
  if (people.length === 0) return null;
  return (
    <section className={css.demo} aria-labelledby="demo-people">
      <h2 id="demo-people" className="k-subtitle">
        {t('demo.title')}
      </h2>
      <p className="k-second k-above-2 k-below-8 k-small">{t('demo.hint')}</p>
      <ul className="k-list k-picks">
        {people.map(({ email, password, name, role, company }) => (
          <li key={email}>
            <button
              type="button"
              className="k-hover"
              disabled={busy}
              onClick={() => onChoose({ email, password })}
            >
              <span className="k-stack k-gap-0 k-grow k-shrink">
                <span className="k-medium">{name}</span>
                <span className="k-second k-small">
                  {company === name ? role : t('demo.person', { role, company })}
                </span>
              </span>
              <IconChevronRight className="k-second" size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
