import { useMemo } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { rolesOf } from '../../platform/session.ts';
import { signOut } from '../../platform/sign-out.ts';
import { useMe } from '../../platform/use-who.ts';
import { commandsOf, hrefOf } from './commands.ts';
import type { Place } from './places.ts';

/** What this person may set about, by its own words and by others for it. */
export function useCommands(): Place[] {
  const t = useTexts('search');
  const me = useMe();
  return useMemo(() => {
    if (!me) return [];
    const rights: readonly string[] = [...me.rights, ...me.platform_rights];
    const places = rolesOf(me).flatMap((side) =>
      commandsOf(side, (right) => side === 'executor' || rights.includes(right)).map(({ key, at }) => ({
        href: hrefOf(side, at),
        label: t(`command.${key}`),
        also: t(`command.${key}_also`),
      })),
    );
    return [
      // Whoever works in a company and administers too has some of them twice.
      ...new Map(places.map((place) => [place.label, place])).values(),
      {
        href: '#sign-out',
        label: t('command.sign_out'),
        also: t('command.sign_out_also'),
        run: () => void signOut(),
      },
    ];
  }, [me, t]);
}
