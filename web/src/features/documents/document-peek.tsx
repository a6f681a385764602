import { PaperGlance, PaperGlanceWaiting } from '../../ui/paper-glance.tsx';
import { DocumentPaper, DocumentSub } from './document-paper.tsx';
import { useDocument, useViewer } from './documents.data.ts';
import { useDocumentLook } from './use-document-look.ts';

/** One contract beside the list of contracts. */
export default function DocumentPeek({ id }: { id: number }) {
  const viewer = useViewer();
  const look = useDocumentLook(viewer);
  const { data: document, error, refetch } = useDocument(id);
  if (!document) return <PaperGlanceWaiting error={error} onRetry={() => void refetch()} />;
  return (
    <PaperGlance
      title={document.title}
      sub={<DocumentSub document={document} side={viewer.side} />}
      look={look(document)}
      paper={<DocumentPaper document={document} />}
    />
  );
}
