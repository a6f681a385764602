import {
  IconBuildingCommunity,
  IconLifebuoy,
  IconMailX,
  IconPhoneCall,
  IconReceipt2,
  IconScale,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SOON_MS, useRights } from './admin.data.ts';
import css from './admin.module.css';

/** `/admin`: what waits for an administrator, by their rights. */
export default function AdminHomePage() {
  const t = useTexts('admin');
  const rights = useRights();
  const companies = { enabled: rights.has('companies'), refetchInterval: SOON_MS };
  const users = { enabled: rights.has('users'), refetchInterval: SOON_MS };
  const verification = useCall('registration.verifications', { query: { limit: 1 } }, companies);
  const consultations = useCall('consultation.list', { query: { limit: 1, closed: false } }, companies);
  const failed = useCall('outbox.list', { query: { limit: 1, state: 'failed' } }, users);
  const tickets = useCall(
    'support.admin_list',
    { query: { limit: 1, unread: true } },
    { enabled: rights.has('support'), refetchInterval: SOON_MS },
  );
  const disputes = useCall(
    'documents.disputes',
    { query: { limit: 1 } },
    { enabled: rights.has('support'), refetchInterval: SOON_MS },
  );
  const overdue = useCall(
    'tariff.admin_list',
    { query: { limit: 1, overdue: true } },
    { enabled: rights.has('tariffs'), refetchInterval: SOON_MS },
  );
  const queues = [
    {
      key: 'verification',
      right: 'companies',
      href: '/admin/verification',
      icon: IconBuildingCommunity,
      answer: verification,
    },
    {
      key: 'consultations',
      right: 'companies',
      href: '/admin/consultations',
      icon: IconPhoneCall,
      answer: consultations,
    },
    {
      key: 'tickets',
      right: 'support',
      href: '/admin/tickets?unread=true',
      icon: IconLifebuoy,
      answer: tickets,
    },
    { key: 'disputes', right: 'support', href: '/admin/disputes', icon: IconScale, answer: disputes },
    {
      key: 'overdue',
      right: 'tariffs',
      href: '/admin/tariffs?overdue=true',
      icon: IconReceipt2,
      answer: overdue,
    },
    { key: 'failed', right: 'users', href: '/admin/outbox?state=failed', icon: IconMailX, answer: failed },
  ] as const;
  const mine = queues.filter(({ right }) => rights.has(right));
  const error = mine.find(({ answer }) => answer.error)?.answer.error;
  const totals = mine.map(({ answer }) => answer.data?.total);
  const isCalm = mine.length > 0 && totals.every((total) => total === 0);
  return (
    <>
      <PageHeader title={t('home.title')} />
      {error && (
        <ErrorCard error={error} onRetry={() => mine.forEach(({ answer }) => void answer.refetch())} />
      )}
      {mine.length === 0 && (
        <Card>
          <EmptyState title={t('home.no_rights')} hint={t('home.no_rights_hint')} noAction="no_right" />
        </Card>
      )}
      {isCalm && (
        <Card>
          <EmptyState title={t('home.calm')} hint={t('home.calm_hint')} noAction="done" />
        </Card>
      )}
      {!isCalm && (
        <ul className={`k-list ${css.queues}`}>
          {mine.map(({ key, href, icon, answer }) => (
            <li key={key}>
              <Queue
                href={href}
                icon={icon}
                count={answer.data?.total}
                title={t(`home.${key}`)}
                hint={t(`home.${key}_hint`)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface QueueProps {
  href: string;
  icon: Icon;
  count: number | undefined;
  title: string;
  hint: string;
}

function Queue({ href, icon: Mark, count, title, hint }: QueueProps) {
  const f = useFormats();
  return (
    <AppLink
      href={href}
      className={`k-line k-gap-16 k-surface k-first ${css.queue}`}
      data-waits={count ? true : undefined}
    >
      <Mark size={24} stroke={1.5} aria-hidden />
      <span className="k-grow k-shrink">
        <span className="k-block k-medium">{title}</span>
        <span className="k-under">{hint}</span>
      </span>
      <span className={css.queueCount}>{count === undefined ? '…' : f.number(count)}</span>
    </AppLink>
  );
}
