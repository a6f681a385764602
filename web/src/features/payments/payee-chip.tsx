import type { SearchChange } from '../../platform/url-state.ts';
import type { ChoiceChip } from '../../ui/filter-chips.tsx';
import { PartyEditor } from '../../ui/filter-editors.tsx';
import { usePayees } from './orders.data.ts';

/** Narrows a list to one executor; who stands is in the address. */
export function usePayeeChip(
  { payee: chosen }: { payee: number },
  change: (change: SearchChange) => void,
  label: string,
): ChoiceChip {
  const parties = usePayees();
  return {
    key: 'payee',
    label,
    chosen: chosen > 0 ? (parties.find(({ id }) => id === chosen)?.name ?? '…') : null,
    onClear: () => change({ payee: undefined }),
    editor: (close) => (
      <PartyEditor
        parties={parties}
        chosen={chosen || null}
        onPick={(payee) => {
          change({ payee });
          close();
        }}
      />
    ),
  };
}
