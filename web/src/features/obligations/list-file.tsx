import type { ContributionKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { SaveList } from '../../ui/save-list.tsx';

interface ListFileProps {
  month: string;
  kind: ContributionKind;
  /** Only one person. */
  person?: { executor_company_id: number; name: string };
}

/** Saves the list of people that goes to the State Corporation through the bank. */
export function ListFile({ month, kind, person }: ListFileProps) {
  const t = useTexts('obligations');
  return (
    <SaveList
      label={t('save_mt102')}
      name={[t('save_mt102_of', { kind: t(`kind.${kind}`) }), ...(person ? [person.name] : [])].join(', ')}
      read={() =>
        api.call('obligations.list_file', {
          query: { month, kind, ...(person && { executor_company_id: person.executor_company_id }) },
        })
      }
    />
  );
}
