import {
  isContract,
  type DocumentStatus,
  type PaperType,
} from '@kelisim/shared/features/documents/document-status.ts';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toneOf } from './document-look.ts';
import type { Viewer } from './document-look.ts';

/** The state of a contract, or whose signature it waits for when that is the viewer's. */
export function DocumentState({
  status,
  type,
  viewer,
}: {
  status: DocumentStatus;
  type: PaperType;
  viewer: Viewer;
}) {
  const t = useTexts('documents');
  const states = useTexts('states');
  const word = useTextByCode('states');
  const tone = toneOf(status, viewer, type);
  const name = states(`document.${status}`);
  const label = isContract(type) ? name : word(`other_paper.${status}`, name);
  return <StatusDot tone={tone} label={tone === 'attention' ? t('waiting_sign') : label} />;
}
