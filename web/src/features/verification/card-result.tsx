import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from './facts.tsx';
import { FileResult } from './file-result.tsx';
import { StatusNote } from './status-note.tsx';
import { useCardCheck } from './verification.data.ts';
import css from './verification.module.css';

const SAYS = { valid: 'card_good', invalid: 'card_bad', indeterminate: 'card_unsure' } as const;

/** What an electronic document card says of itself: one bad signature makes all of it untrusted. */
export function CardResult({ card }: { card: File }) {
  const t = useTexts('verification');
  const word = useTextByCode('verification');
  const f = useFormats();
  const check = useCardCheck(card);
  const { data } = check;
  return (
    <FileResult
      name={t('by_files.card', { name: card.name })}
      file={card}
      check={check}
      over={t('verdict.bytes_card')}
    >
      {data && (
        <StatusNote status={data.status} title={t(`by_files.${SAYS[data.status]}`)}>
          {data.reason && word(`reason.${data.reason}`, t('reason.other'))}
        </StatusNote>
      )}
      {data?.card && (
        <Card title={t('by_files.card_document')}>
          <Facts
            rows={[
              [t('document.name'), data.card.name],
              [t('document.size'), f.bytes(data.card.size)],
              [
                t('document.bytes'),
                <span key="bytes" className={css.code}>
                  {data.card.sha256}
                </span>,
              ],
            ]}
          />
        </Card>
      )}
    </FileResult>
  );
}
