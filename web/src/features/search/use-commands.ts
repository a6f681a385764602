import { useMemo } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useMe } from './search.data.ts';
import type { Place } from './places.ts';

/** What this person may set about, by its own words and by others for it. */
export function useCommands(): Place[] {
  const t = useTexts('search');
  const me = useMe();
  return useMemo(() => {
    const side = me?.role;
    const of = (
      key: 'sign' | 'waiting' | 'create_act' | 'import_acts' | 'profile' | 'jobs',
      href: string,
    ): Place => ({
      href,
      label: t(`command.${key}`),
      also: t(`command.${key}_also`),
    });
    const may = (right: 'sign' | 'manage_acts') =>
      side === 'executor' || (me?.rights.includes(right) ?? false);
    return [
      ...(side && may('sign') ? [of('sign', `/lk/${side}/acts?waiting=true`)] : []),
      ...(side && !may('sign') ? [of('waiting', `/lk/${side}/acts?waiting=true`)] : []),
      ...(side === 'business' && may('manage_acts')
        ? [of('create_act', '/lk/business/acts/creating-act'), of('import_acts', '/lk/business/acts/import')]
        : []),
      ...(side ? [of('jobs', '/lk/jobs')] : []),
      of('profile', '/lk/profile'),
    ];
  }, [me, t]);
}
