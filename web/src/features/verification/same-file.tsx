import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { MAX_FILE_BYTES } from './dropped-files.ts';
import { Facts } from './facts.tsx';
import { useDigest } from './verification.data.ts';
import css from './verification.module.css';

const kinds = ['.pdf'];

/** Whether the file in somebody's hands is the one that was signed. It never leaves the device. */
export function SameFile({ sha256 }: { sha256: string }) {
  const t = useTexts('verification');
  const [files, setFiles] = useState<File[]>([]);
  const [chosen] = files;
  return (
    <Card title={t('file.title')}>
      <p className={css.second}>{t('file.hint')}</p>
      <FileDrop
        label={t('file.drop')}
        kinds={kinds}
        max_bytes={MAX_FILE_BYTES}
        files={files}
        onChange={setFiles}
      />
      {chosen && (
        <Compared
          key={`${chosen.name}-${chosen.size}-${chosen.lastModified}`}
          file={chosen}
          sha256={sha256}
        />
      )}
    </Card>
  );
}

/** The answer of the comparison, and both digests to see it by. */
export function Compared({ file, sha256 }: { file: File; sha256: string }) {
  const t = useTexts('verification');
  const { data: own, error } = useDigest(file);
  if (error || own === null) return <p role="alert">{t('file.impossible')}</p>;
  if (own === undefined) return null;
  const same = own === sha256;
  return (
    <div className={`k-grid k-gap-12 k-pad-16 k-round-12 ${css.compared}`} data-same={same}>
      <div role={same ? 'status' : 'alert'}>
        <p className={`k-line k-size-16 k-bold ${css.comparedTitle}`}>
          {same ? <IconCircleCheck size={20} aria-hidden /> : <IconCircleX size={20} aria-hidden />}
          {t(same ? 'file.same' : 'file.other')}
        </p>
        <p>{t(same ? 'file.same_hint' : 'file.other_hint')}</p>
      </div>
      <Facts
        rows={[
          [
            t('file.yours'),
            <span key="own" className={css.code}>
              {own}
            </span>,
          ],
          [
            t('file.ours'),
            <span key="our" className={css.code}>
              {sha256}
            </span>,
          ],
        ]}
      />
    </div>
  );
}
