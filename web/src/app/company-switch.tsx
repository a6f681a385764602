import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { IconSelector } from '@tabler/icons-react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { onDemand } from '../ui/on-demand.tsx';
import css from './top-bar.module.css';

const CompanyMenu = onDemand(() => import('./company-menu.tsx'));

/** The company whose papers are on the screen, and the way to another one of the same person. */
export function CompanySwitch({ me }: { me: Me }) {
  const t = useTexts('app');
  const locale = useLocale();
  if (!me.company) return null;
  const company = nameOnPaper(me.company, locale);
  const name = <span className={css.company}>{company}</span>;
  if (me.companies.length < 2) return <span className={css.companyAlone}>{name}</span>;
  return (
    <CompanyMenu
      me={me}
      button={
        <button
          type="button"
          className={`k-line k-gap-6 k-press k-first k-hover ${css.companyButton}`}
          aria-label={`${t('top.company')}: ${company}`}
          aria-haspopup="menu"
        >
          {name}
          <IconSelector size={16} aria-hidden />
        </button>
      }
    />
  );
}
