import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { readCookie, writeCookie } from '../../platform/cookies.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useLive } from '../../features/live/public.ts';
import { queryClient } from '../../platform/query.ts';
import { useRoute } from '../../platform/route.ts';
import { homeOf, rolesOf } from '../../platform/session.ts';
import { useMe } from '../../platform/use-who.ts';
import { AppFrame } from '../../ui/app-frame.tsx';
import { Mantine } from '../../ui/mantine.tsx';
import { CompanySwitch } from '../company-switch.tsx';
import { navOf } from '../navigation.ts';
import { OfflineBanner } from '../offline-banner.tsx';
import { TopTools } from '../top-tools.tsx';
import { slots } from '../slots.ts';

const year_s = 365 * 24 * 3600;

/** The cabinet: the frame with the menu of the person's role. */
export function CabinetLayout({ children }: { children: ReactNode }) {
  return (
    <Mantine>
      <Cabinet>{children}</Cabinet>
    </Mantine>
  );
}

function Cabinet({ children }: { children: ReactNode }) {
  const t = useTexts('app');
  const me = useMe();
  const [folded, setFolded] = useState(() => readCookie('rail') === 'folded');
  const { path } = useRoute();
  useFocusAfterNavigation(path);
  useLive(me?.company !== undefined && me.company !== null);
  const role = path.startsWith('/admin') ? 'admin' : ((me && rolesOf(me)[0]) ?? 'business');
  const { nav, foot } = useMemo(() => navOf(role, t, me), [role, t, me]);
  const places = useMemo(() => [...nav, ...foot].map(({ href, label }) => ({ href, label })), [nav, foot]);
  const fold = (next: boolean) => {
    setFolded(next);
    writeCookie('rail', next ? 'folded' : '', year_s);
  };
  return (
    <QueryClientProvider client={queryClient}>
      <AppFrame
        homeHref={(me && homeOf(me)) ?? '/'}
        nav={nav}
        navFoot={foot}
        folded={folded}
        onFold={fold}
        company={me && <CompanySwitch me={me} />}
        search={me && rolesOf(me).length > 0 && slots.search && <slots.search places={places} />}
        tools={me && <TopTools me={me} />}
        banner={
          <>
            <OfflineBanner />
            {slots.banner && <slots.banner />}
          </>
        }
      >
        {children}
      </AppFrame>
    </QueryClientProvider>
  );
}

/** After a change of page the keyboard goes on from its beginning, not from a link that is no longer there. */
function useFocusAfterNavigation(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  }, [path]);
}
