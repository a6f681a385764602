import type { DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Viewer } from './document-look.ts';
import { useDocumentLook } from './use-document-look.ts';

type Relative = DocumentView['addenda'][number];

interface RelativesCardProps {
  document: DocumentView;
  viewer: Viewer;
  /** Absent where nothing may be added. */
  onAdd?: (() => void) | undefined;
  onEnd?: (() => void) | undefined;
}

/** Contracts that hang together with this one, each a link. */
export function RelativesCard({ document, viewer, onAdd, onEnd }: RelativesCardProps) {
  const t = useTexts('documents');
  const groups: [string, Relative[]][] = [
    [t('page.parent'), document.parent ? [document.parent] : []],
    [t('page.addenda'), document.addenda],
    [t('page.renewed_from'), document.renewed_from ? [document.renewed_from] : []],
    [t('page.renewals'), document.renewals],
  ];
  const some = groups.filter(([, rows]) => rows.length > 0);
  if (some.length === 0 && !onAdd) return null;
  return (
    <Card title={t('page.related')}>
      {some.map(([title, rows]) => (
        <section key={title} className="k-stack k-gap-8 k-below-12" aria-label={title}>
          <h3 className="k-plain k-second k-small">{title}</h3>
          {rows.map((row) => (
            <Row key={row.id} row={row} viewer={viewer} />
          ))}
        </section>
      ))}
      {onAdd && (
        <Button variant="subtle" size="compact-sm" onClick={onAdd}>
          {t('page.add_addendum')}
        </Button>
      )}
      {onEnd && (
        <Button variant="subtle" size="compact-sm" onClick={onEnd}>
          {t('end.open')}
        </Button>
      )}
    </Card>
  );
}

function Row({ row, viewer }: { row: Relative; viewer: Viewer }) {
  const t = useTexts('documents');
  const look = useDocumentLook(viewer);
  const f = useFormats();
  return (
    <div className="k-stack k-gap-2 k-anywhere">
      <AppLink href={`/lk/${viewer.side}/contracts/${row.id}`}>{row.title}</AppLink>
      <span className="k-block k-plain k-second k-small">
        {t('page.related_row', {
          number: row.number,
          date: f.date(row.date),
          start: f.date(row.start_date),
          end: f.date(row.end_date),
        })}
      </span>
      {row.terminates_on && (
        <span className="k-block k-plain k-small">{t('end.on', { date: f.date(row.terminates_on) })}</span>
      )}
      <StatusDot {...look({ status: row.status, type: { code: 'addendum' } })} />
    </div>
  );
}
