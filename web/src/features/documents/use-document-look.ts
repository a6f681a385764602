import { isContract } from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentStatus, PaperType } from '@kelisim/shared/features/documents/document-status.ts';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import { toneOf } from './document-look.ts';
import type { Viewer } from './document-look.ts';

interface StatedPaper {
  status: { code: DocumentStatus };
  type: { code: PaperType };
}

/** `look(paper)`: its state, or whose signature it waits for when that is the viewer's. */
export function useDocumentLook(viewer: Viewer): (paper: StatedPaper) => { tone: Tone; label: string } {
  const t = useTexts('documents');
  const states = useTexts('states');
  const word = useTextByCode('states');
  return ({ status: { code }, type }) => {
    const tone = toneOf(code, viewer, type.code);
    const name = states(`document.${code}`);
    const label = isContract(type.code) ? name : word(`other_paper.${code}`, name);
    return { tone, label: tone === 'attention' ? t('waiting_sign') : label };
  };
}
