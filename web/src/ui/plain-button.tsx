import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { AppLink } from './app-link.tsx';
import type { AppLinkProps } from './app-link.tsx';
import css from './plain-button.module.css';

interface Look {
  /** The one primary action, or one beside it. */
  variant?: 'filled' | 'default';
  icon?: ReactNode;
  /** As wide as its place, and higher. */
  wide?: boolean;
}

export interface PlainButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button in the look of all others, without Mantine's: for the pages that open first on a cheap phone, and for what is
 * shown where nothing else could be loaded.
 */
export function PlainButton({
  variant = 'filled',
  icon,
  wide,
  loading,
  children,
  ...button
}: PlainButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={css.button}
      data-variant={variant}
      data-wide={wide || undefined}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? undefined : button.onClick}
    >
      {loading ? <span className={css.spinner} aria-hidden /> : icon}
      {children}
    </button>
  );
}

interface LinkProps extends Look, AppLinkProps {
  /** Reloads the app instead of going on in it: the way out of what is broken. */
  anew?: boolean;
}

/** A link that looks like a button. */
export function PlainButtonLink({ variant = 'filled', icon, wide, anew, children, ...link }: LinkProps) {
  const Link = anew ? 'a' : AppLink;
  return (
    <Link {...link} className={css.button} data-variant={variant} data-wide={wide || undefined}>
      {icon}
      {children}
    </Link>
  );
}
