import { IconCircleCheck, IconClock, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PlainButton, PlainButtonLink } from '../../ui/plain-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SignatureVerdictCard, useVerifiedDocument } from '../verification/public.ts';
import { AfterCard } from './after-card.tsx';
import type { QuickSign, SignedByLink } from './quick-sign.data.ts';
import css from './quick-sign.module.css';

interface QuickSignDoneProps {
  token: string;
  asked: QuickSign;
  file: File | undefined;
  signed: SignedByLink;
}

/** It is signed: by whom, as the server has checked it, and the link by which anybody can see it. */
export default function QuickSignDone({ token, asked, file, signed }: QuickSignDoneProps) {
  const { public_id, pending } = signed;
  const t = useTexts('quick-sign');
  const title = useRef<HTMLHeadingElement>(null);
  const { data: checked } = useVerifiedDocument(public_id);
  const signature = checked?.signatures.find(({ card }) => card.side === 'executor');
  const link = `${location.origin}/verify/${public_id}`;
  useEffect(() => {
    scrollTo(0, 0);
    title.current?.focus();
  }, []);
  return (
    <div className={css.done}>
      <div className={`k-line k-gap-12 ${css.outcome}`}>
        {pending ? (
          <IconClock size={32} stroke={1.5} aria-hidden />
        ) : (
          <IconCircleCheck size={32} stroke={1.5} aria-hidden />
        )}
        <div>
          <h1 className={`k-size-20 ${css.doneTitle}`} ref={title} tabIndex={-1}>
            {t(pending ? 'done.title_pending' : `done.title_${asked.doc_type}`)}
          </h1>
          <p>{asked.item.label}</p>
        </div>
      </div>
      {!pending && <AfterCard token={token} />}
      <div className="k-stack k-gap-12 k-surface k-pad-16">
        <p className={css.second}>{t(pending ? 'done.hint_pending' : 'done.hint')}</p>
        <p className={`k-line k-anywhere ${css.link}`}>
          <AppLink href={`/verify/${public_id}`}>{link}</AppLink>
          <CopyButton text={link} name={t('done.link')} />
        </p>
        <div className={`k-row ${css.buttons}`}>
          <PlainButtonLink variant="default" href={`/verify/${public_id}`}>
            {t('done.open')}
          </PlainButtonLink>
          {file && (
            <PlainButton
              variant="default"
              icon={<IconDownload size={16} aria-hidden />}
              onClick={() => saveFile(file, asked.item.file.name)}
            >
              {t('done.download')}
            </PlainButton>
          )}
        </div>
      </div>
      {signature && (
        <section aria-label={t('done.your_signature')}>
          <h2 className="k-title">{t('done.your_signature')}</h2>
          <SignatureVerdictCard card={signature.card} verdict={signature.verdict} over={asked.item.label} />
        </section>
      )}
    </div>
  );
}
