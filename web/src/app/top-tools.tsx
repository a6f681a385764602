import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { IconBell } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { toasts } from '../ui/toasts.ts';
import { LocaleSwitch } from './locale-switch.tsx';
import { slots } from './slots.ts';
import css from './top-bar.module.css';

const BellWindow = onDemand(() => import('./bell-window.tsx'));
const PersonMenu = onDemand(() => import('./person-menu.tsx'));

/** The right end of the top bar: new, bell, language, person. */
export function TopTools({ me }: { me: Me }) {
  const t = useTexts('app');
  const errors = useSyncExternalStore(toasts.subscribe, toasts.errors);
  return (
    <>
      {slots.create && <slots.create />}
      {me.role !== null && slots.work && <slots.work />}
      {me.role !== null && slots.help && (
        <slots.help className={`k-hover ${css.tool} mantine-visible-from-sm`} />
      )}
      <BellWindow
        button={
          <button type="button" className={`k-hover ${css.tool}`} aria-haspopup="dialog">
            <span className="k-visually-hidden">{t('top.bell')} </span>
            <IconBell size={20} stroke={1.75} aria-hidden />
            {errors.length > 0 ? <span className={css.dot} /> : slots.unread && <slots.unread />}
          </button>
        }
      />
      <span className="mantine-visible-from-sm">
        <LocaleSwitch />
      </span>
      <PersonMenu
        me={me}
        button={
          <button
            type="button"
            className={`k-hover ${css.tool}`}
            aria-label={t('top.person')}
            aria-haspopup="menu"
          >
            <span className={css.initials} data-letters={initialsOf(me.full_name || me.email)} />
          </button>
        }
      />
    </>
  );
}

function initialsOf(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/);
  return (first.charAt(0) + second.charAt(0)).toUpperCase();
}
