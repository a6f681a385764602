import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import type { VerifiedDocument } from './document-outcome.ts';

/** What a verified paper is called. */
export function useKindName() {
  const t = useTexts('verification');
  const word = useTextByCode('states');
  return ({ kind, type }: Pick<VerifiedDocument, 'kind' | 'type'>) => {
    const name = t(`document.${kind}`);
    return type ? word(`document_type.${type}`, name) : name;
  };
}
