import {
  IconCash,
  IconChartBar,
  IconFileText,
  IconHome,
  IconLifebuoy,
  IconReceipt,
  IconSettings,
  IconShieldCog,
  IconSignature,
  IconUsers,
} from '@tabler/icons-react';
import type { T } from '../platform/i18n.ts';
import type { Role } from '../platform/session.ts';
import type { NavItem } from '../ui/app-frame.tsx';
import { hasScreen } from './screens.ts';

/** The rail of each role, in the order of look.md. Only screens that exist are offered. */
export function navOf(role: Role, t: T<'app'>): { nav: NavItem[]; foot: NavItem[] } {
  const at = `/lk/${role}`;
  const nav: Record<Role, NavItem[]> = {
    business: [
      { href: at, label: t('nav.home'), icon: IconHome, exact: true },
      { href: `${at}/acts`, label: t('nav.acts'), icon: IconFileText },
      { href: `${at}/contracts`, label: t('nav.contracts'), icon: IconSignature },
      { href: `${at}/executors`, label: t('nav.executors'), icon: IconUsers },
      { href: `${at}/payments`, label: t('nav.payments'), icon: IconCash },
      { href: `${at}/esf`, label: t('nav.esf'), icon: IconReceipt },
    ],
    executor: [
      { href: at, label: t('nav.home'), icon: IconHome, exact: true },
      { href: `${at}/acts`, label: t('nav.acts'), icon: IconFileText },
      { href: `${at}/contracts`, label: t('nav.contracts'), icon: IconSignature },
      { href: `${at}/esf`, label: t('nav.esf'), icon: IconReceipt },
      { href: `${at}/support`, label: t('nav.support'), icon: IconLifebuoy },
    ],
    admin: [{ href: '/admin', label: t('nav.admin'), icon: IconShieldCog, exact: true }],
  };
  const foot: NavItem[] =
    role === 'admin'
      ? []
      : [
          { href: `${at}/statistics`, label: t('nav.statistics'), icon: IconChartBar },
          { href: `${at}/support`, label: t('nav.support'), icon: IconLifebuoy },
          { href: `${at}/settings`, label: t('nav.settings'), icon: IconSettings },
        ];
  const exists = (item: NavItem) => hasScreen(item.href);
  const main = nav[role].filter(exists);
  return {
    nav: main,
    foot: foot.filter(exists).filter((item) => !main.some((other) => other.href === item.href)),
  };
}
