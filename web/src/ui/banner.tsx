import { IconAlertTriangle } from '@tabler/icons-react';
import { AppLink } from './app-link.tsx';
import css from './banner.module.css';

export interface BannerProps {
  words: string;
  href: string;
  link: string;
  /** Red for what stops the work. */
  bad?: boolean;
  className?: string;
}

/** Something to be done soon, above the page: what it is and the way to it. */
export function Banner({ words, href, link, bad, className = '' }: BannerProps) {
  return (
    <aside className={`k-row k-middle ${css.banner} ${className}`} data-bad={bad || undefined}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>{words}</span>
      <AppLink href={href}>{link}</AppLink>
    </aside>
  );
}
