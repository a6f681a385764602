import { DOCUMENT_DEEDS, documentActions } from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { PaperState } from '../../ui/paper-page.tsx';
import { AwaitedProofs, waitsForProof } from '../signing/public.ts';
import { DocumentDialogs } from './document-dialogs.tsx';
import { daysLeftOf, isRenewable, sayOf } from './document-look.ts';
import type { DocumentDeed, Viewer } from './document-look.ts';
import { useToday } from './documents.data.ts';
import { useDocumentLook } from './use-document-look.ts';

const isFinal = (deed: DocumentDeed) => deed !== 'renew' && DOCUMENT_DEEDS[deed].button === 'final';

/** The state in words, and the deeds of it, the likeliest first. */
export function DocumentState({ document, viewer }: { document: DocumentView; viewer: Viewer }) {
  const t = useTexts('documents');
  const signing = useTexts('signing');
  const f = useFormats();
  const look = useDocumentLook(viewer);
  const [open, setOpen] = useState<DocumentDeed | null>(null);
  const today = useToday();
  const { code } = document.status;
  const days = daysLeftOf(document, today);
  // A signature that waits for its proof is not asked for again.
  const waits = waitsForProof(document.proofs, viewer.side);
  const legal = documentActions(
    code,
    viewer.side,
    viewer.rights,
    document.hand?.state ?? null,
    document.type.code,
  ).filter((deed) => !(waits && deed === 'sign'));
  const mayRenew =
    viewer.side === 'business' && viewer.rights.has('manage_contracts') && isRenewable(document);
  // What ends soon or is over is most likely to be renewed; before that it is one deed among others.
  const renewsNow = mayRenew && (code === 'expired' || days !== null);
  const renew = mayRenew ? (['renew'] as const) : [];
  const deeds = renewsNow ? [...renew, ...legal] : [...legal, ...renew];
  return (
    <PaperState
      look={waits ? { tone: 'attention', label: signing('proof.waits') } : look(document)}
      sentence={
        waits
          ? undefined
          : t(`say.${sayOf(document, viewer.side, today)}`, { date: f.date(document.end_date) })
      }
      reason={reasonOf(document, t)}
      notes={
        <>
          <AwaitedProofs proofs={document.proofs} side={viewer.side} />
          {days !== null && days >= 0 && (
            <p className="k-attention k-small k-flat">{t('ends_soon', { count: days })}</p>
          )}
        </>
      }
      deeds={deeds.map((deed, at) => ({
        key: deed,
        label: t(`action.${deed}`),
        primary: at === 0 && !isFinal(deed) && (deed !== 'renew' || renewsNow),
        bad: isFinal(deed),
        onClick: () => setOpen(deed),
      }))}
    >
      <DocumentDialogs document={document} open={open} onClose={() => setOpen(null)} />
    </PaperState>
  );
}

function reasonOf(
  { status: { code }, reason }: DocumentView,
  t: ReturnType<typeof useTexts<'documents'>>,
): string | undefined {
  if (!reason) return undefined;
  if (code === 'refused') return t('page.reason', { reason });
  return code === 'terminated' ? t('page.terminated_because', { reason }) : undefined;
}
