import type { DocumentStatus } from '@kelisim/shared/features/documents/document-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toneOf } from './document-look.ts';
import type { Viewer } from './document-look.ts';

/** The state of a contract, or whose signature it waits for when that is the viewer's. */
export function DocumentState({ status, viewer }: { status: DocumentStatus; viewer: Viewer }) {
  const t = useTexts('documents');
  const states = useTexts('states');
  const tone = toneOf(status, viewer);
  return (
    <StatusDot tone={tone} label={tone === 'attention' ? t('waiting_sign') : states(`document.${status}`)} />
  );
}
