import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import type { EmployeeRight, PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import {
  IconActivity,
  IconListCheck,
  IconBuilding,
  IconBuildingBank,
  IconBuildingCommunity,
  IconCash,
  IconChartBar,
  IconFileCertificate,
  IconFileText,
  IconHistory,
  IconHome,
  IconLifebuoy,
  IconMail,
  IconPercentage,
  IconPhoneCall,
  IconReceipt,
  IconReceipt2,
  IconSettings,
  IconScale,
  IconShieldCog,
  IconSignature,
  IconUsers,
  IconUserShield,
} from '@tabler/icons-react';
import type { T } from '../platform/i18n.ts';
import type { Role } from '../platform/session.ts';
import type { NavItem } from '../ui/app-frame.tsx';

type Rights = Pick<Me, 'rights' | 'platform_rights'>;

/** The rail of each role, in the order of look.md: what this person has a right to. */
export function navOf(role: Role, t: T<'app'>, me: Rights | undefined): { nav: NavItem[]; foot: NavItem[] } {
  const at = `/lk/${role}`;
  const may = (...rights: EmployeeRight[]) => rights.some((right) => me?.rights.includes(right));
  const home = { href: at, label: t('nav.home'), icon: IconHome, exact: true };
  const acts = { href: `${at}/acts`, label: t('nav.acts'), icon: IconFileText };
  const contracts = { href: `${at}/contracts`, label: t('nav.contracts'), icon: IconSignature };
  const esf = { href: `${at}/esf`, label: t('nav.esf'), icon: IconReceipt };
  const support = { href: `${at}/support`, label: t('nav.support'), icon: IconLifebuoy };
  const statistics = { href: `${at}/statistics`, label: t('nav.statistics'), icon: IconChartBar };
  const settings = { href: `${at}/settings`, label: t('nav.settings'), icon: IconSettings };
  if (role === 'admin') return { nav: adminNav(t, me?.platform_rights), foot: [] };
  if (role === 'executor')
    return { nav: [home, acts, contracts, esf, support], foot: [statistics, settings] };
  return {
    nav: [
      home,
      acts,
      contracts,
      { href: `${at}/executors`, label: t('nav.executors'), icon: IconUsers },
      { href: `${at}/payments`, label: t('nav.payments'), icon: IconCash },
      ...(may('pay') ? [{ href: `${at}/taxes`, label: t('nav.obligations'), icon: IconPercentage }] : []),
      esf,
    ],
    foot: [
      // An employee sees the company's figures only with the right to.
      ...(may('view_statistics') ? [statistics] : []),
      support,
      // Whatever stands there for a company is for those who may change it; some of the books is for others too.
      ...(may('manage_settings')
        ? [settings]
        : may('pay', 'manage_executors')
          ? [{ ...settings, href: `${at}/settings/bookkeeping`, label: t('nav.books') }]
          : []),
    ],
  };
}

/** What an administrator may do, the most urgent first. */
function adminNav(t: T<'app'>, rights: readonly PlatformRight[] | undefined): NavItem[] {
  const of = (right: PlatformRight, items: NavItem[]) => (rights?.includes(right) ? items : []);
  return [
    { href: '/admin', label: t('nav.queue'), icon: IconShieldCog, exact: true },
    ...of('companies', [
      { href: '/admin/verification', label: t('nav.verification'), icon: IconBuildingCommunity },
      { href: '/admin/consultations', label: t('nav.consultations'), icon: IconPhoneCall },
      { href: '/admin/companies', label: t('nav.companies'), icon: IconBuilding },
      { href: '/admin/bank-refusals', label: t('nav.bank_refusals'), icon: IconBuildingBank },
    ]),
    ...of('tariffs', [
      { href: '/admin/tariffs', label: t('nav.tariffs'), icon: IconReceipt2 },
      { href: '/admin/taxes', label: t('nav.taxes'), icon: IconPercentage },
    ]),
    ...of('support', [
      { href: '/admin/tickets', label: t('nav.tickets'), icon: IconLifebuoy },
      { href: '/admin/disputes', label: t('nav.disputes'), icon: IconScale },
      { href: '/admin/acts', label: t('nav.acts'), icon: IconFileText },
    ]),
    ...of('users', [
      { href: '/admin/users', label: t('nav.people'), icon: IconUsers },
      { href: '/admin/administrators', label: t('nav.administrators'), icon: IconUserShield },
      { href: '/admin/outbox', label: t('nav.outbox'), icon: IconMail },
      { href: '/admin/jobs', label: t('nav.jobs'), icon: IconListCheck },
      { href: '/admin/health', label: t('nav.health'), icon: IconActivity },
      { href: '/admin/audit', label: t('nav.audit'), icon: IconHistory },
    ]),
    ...of('companies', [{ href: '/admin/agreement', label: t('nav.agreement'), icon: IconFileCertificate }]),
  ];
}
