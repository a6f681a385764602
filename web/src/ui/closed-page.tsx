import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';

interface ClosedPageProps {
  title: string;
  /** Which right is missing. */
  lack: string;
  hint: string;
}

/** A page that others of the company may see. */
export function ClosedPage({ title, lack, hint }: ClosedPageProps) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState title={lack} hint={hint} noAction="no_right" />
      </Card>
    </>
  );
}
