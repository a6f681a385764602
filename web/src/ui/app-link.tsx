import { createContext, use, useSyncExternalStore } from 'react';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** How links move the page. The app gives one that goes through its router; without it links are plain links. */
export interface Navigation {
  go: (href: string, how?: { replace?: boolean }) => void;
  /** Gets the page ready while the pointer is still on its way. */
  preload: (href: string) => void;
  /** Path on the screen now, without the query. */
  path: () => string;
  subscribe: (listener: () => void) => () => void;
}

const plain: Navigation = {
  go: (href, how) => (how?.replace ? location.replace(href) : location.assign(href)),
  preload: () => undefined,
  path: () => location.pathname,
  subscribe: () => () => undefined,
};

export const NavigationContext = createContext<Navigation>(plain);

/** `const go = useGo()`, then `go('/lk/business/acts')`. */
export function useGo(): Navigation['go'] {
  return use(NavigationContext).go;
}

export interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of ours, with its query where it has one. */
  href: string;
  /** Takes the place of this page in the history: for filters and tabs. */
  replace?: boolean;
}

/** A real link (middle click, copy address) that changes the page without reloading it. */
export function AppLink({ href, replace, onClick, ...rest }: AppLinkProps) {
  const navigation = use(NavigationContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const special = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || special || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    navigation.go(href, { replace });
  };
  const preload = () => navigation.preload(href);
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    />
  );
}

/** True while the page of this link, or one below it, is on the screen. */
export function useIsHere(href: string, exact = false): boolean {
  const navigation = use(NavigationContext);
  const path = useSyncExternalStore(navigation.subscribe, navigation.path);
  return path === href || (!exact && path.startsWith(`${href}/`));
}
