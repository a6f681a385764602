import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';

const MOST_NAMED = 8;

/** Which rows of the table were taken for no acts, so that none of them is missed. */
export function ImportPassed({ result: { passed } }: { result: Answer<'acts.process'> }) {
  const t = useTexts('act-import');
  const f = useFormats();
  if (passed.length === 0) return null;
  const parts = passed.map(({ why, count, rows }) => {
    const named = rows.slice(0, MOST_NAMED).map(f.number).join(', ');
    const numbers = rows.length === 0 ? '' : ` (${named}${count > MOST_NAMED ? '…' : ''})`;
    return `${t(`passed.${why}`)} – ${f.number(count)}${numbers}`;
  });
  return <p className="k-lead">{t('passed_over', { list: parts.join('; ') })}</p>;
}
