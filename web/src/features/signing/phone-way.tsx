import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { loadTexts, useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { QrSource } from '../qr-signing/public.ts';
import { MOST_BY_PHONE, toPhoneParts } from './phone-parts.ts';
import type { DocType } from './sending.ts';
import css from './signing.module.css';

/** Papers of the cabinet, or whatever has a code of its own. */
type Coded = { doc_type: DocType; items: readonly ToSign[] } | { source: QrSource };
type Part = { doc_type: DocType; ids: readonly number[] } | { source: QrSource };

interface CodeProps {
  coded: Part;
  onSigned: (result: { signed_count: number; awaited_count?: number }) => void;
}

const Code = lazyPart(async () => {
  const [door] = await Promise.all([import('../qr-signing/public.ts'), loadTexts(['qr-signing'])]);
  const { QrSession, QrSigning } = door;
  return {
    default: ({ coded, onSigned }: CodeProps) =>
      'source' in coded ? (
        <QrSession source={coded.source} onSigned={onSigned} />
      ) : (
        <QrSigning {...coded} onSigned={onSigned} />
      ),
  };
});

interface PhoneWayProps {
  coded: Coded;
  onKey: () => void;
  onPhoneSigned: () => void;
  onClose: () => void;
}

const partsOf = (coded: Coded): Part[] =>
  'source' in coded ? [coded] : toPhoneParts(coded.items).map((ids) => ({ doc_type: coded.doc_type, ids }));

/**
 * The code for eGov Mobile instead of a key on this device. More documents than a phone takes come one part after
 * another: the server keeps what each has signed, and what is left waits on if the window is closed.
 */
export function PhoneWay({ coded, onKey, onPhoneSigned, onClose }: PhoneWayProps) {
  const t = useTexts('signing');
  const [parts] = useState(() => partsOf(coded));
  const [at, setAt] = useState(0);
  /** How many each part has brought; those of a part that goes on are not there yet. */
  const [brought, setBrought] = useState<readonly number[]>([]);
  const part = parts[at];
  if (!part) return null;
  const done = brought[at] !== undefined;
  const isLast = at === parts.length - 1;
  return (
    <>
      {parts.length > 1 && 'items' in coded && (
        <div className="k-stack k-gap-4">
          <p role="status" className="k-split k-gap-0-16 k-medium">
            <span>{t('phone.part', { part: at + 1, parts: parts.length })}</span>
            <span className="k-figures">
              {t('done.some', { ok: brought.reduce((sum, one) => sum + one, 0), total: coded.items.length })}
            </span>
          </p>
          <p className={css.second}>{t('phone.hint', { most: MOST_BY_PHONE })}</p>
        </div>
      )}
      <Suspense fallback={<Skeleton h={280} />}>
        <Code
          key={at}
          coded={part}
          onSigned={({ signed_count, awaited_count = 0 }) => {
            setBrought((known) => Object.assign([...known], { [at]: signed_count + awaited_count }));
            onPhoneSigned();
          }}
        />
      </Suspense>
      <div className={`k-actions ${css.actions}`} {...onePress}>
        {done ? (
          <>
            <Button autoFocus={isLast} variant={isLast ? 'filled' : 'default'} onClick={onClose}>
              {t('done.close')}
            </Button>
            {!isLast && (
              <Button autoFocus onClick={() => setAt(at + 1)}>
                {t('phone.next', { part: at + 2, parts: parts.length })}
              </Button>
            )}
          </>
        ) : (
          <Button variant="default" onClick={onKey}>
            {t('how.by_key')}
          </Button>
        )}
      </div>
    </>
  );
}
