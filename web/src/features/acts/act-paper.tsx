import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import type { Actor } from './actor.ts';
import { useActFile } from './acts.data.ts';

/** The form itself. */
export function ActPaper({ act, side }: { act: ActView; side: Actor['side'] }) {
  const { data: file, error, isPlaceholderData, refetch } = useActFile(act);
  if (error && !file) return <ErrorState error={error} onRetry={() => void refetch()} />;
  // The company sees of a returned act what it is being changed into.
  const isPreview = isPlaceholderData || (side === 'business' && act.status.code === 'returned');
  return (
    <PdfView
      file={file}
      name={file?.name ?? `act-${act.number.replace('/', '-')}.pdf`}
      signed={isPreview ? undefined : act.file?.sha256}
      wide
    />
  );
}
