import type { InvitationContract } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';

interface Group {
  group: string;
  items: { value: string; label: string }[];
}

/** The value of the only choice; empty when there are several or none. */
export function soleOf(groups: readonly Group[]): string {
  const [first, ...others] = groups.flatMap(({ items }) => items);
  return first && others.length === 0 ? first.value : '';
}

/**
 * Templates and uploaded contracts that are not over, as a list to choose from; see `askedOf`. While `isComing` nothing
 * can be chosen: the only one is chosen by itself, over whatever was typed before it came.
 */
export function useOffered(
  contracts: readonly InvitationContract[] | undefined,
  templates: readonly { id: number; name: string }[] | undefined,
) {
  const t = useTexts('invitations');
  const f = useFormats();
  const [today] = useState(() => almatyDate(new Date()));
  const groups: Group[] = [
    {
      group: t('many.templates'),
      items: (templates ?? []).map((one) => ({ value: `t${one.id}`, label: one.name })),
    },
    {
      group: t('many.contracts'),
      items: (contracts ?? [])
        .filter((one) => one.end_date >= today)
        .map((one) => ({
          value: `d${one.contract_document_id}`,
          label: t('dialog.contract_until', { title: one.title, date: f.date(one.end_date) }),
        })),
    },
  ];
  return {
    offered: groups.filter((one) => one.items.length > 0),
    sole: soleOf(groups),
    isComing: !contracts || !templates,
  };
}
