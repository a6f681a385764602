import { Button, FileButton, Textarea } from '@mantine/core';
import { IconCamera, IconPhoto, IconQrcode } from '@tabler/icons-react';
import { use, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Fault } from '../../ui/failure.tsx';
import { PhoneCamera } from './phone-camera.tsx';
import css from './phone.module.css';
import { findQrReader, readQrFile } from '../../platform/read-qr.ts';

/** Known before the page is shown: its buttons, coming late, would push away the one that is being pressed. */
const coming = findQrReader();

interface PhoneScanProps {
  busy: boolean;
  onCode: (text: string) => void;
}

/** Takes a code by the camera, out of a picture, or as text. */
export function PhoneScan({ busy, onCode }: PhoneScanProps) {
  const t = useTexts('phone');
  const reader = use(coming);
  const [camera, setCamera] = useState(false);
  const [text, setText] = useState('');
  const [said, setSaid] = useState<'camera_failed' | 'picture_failed' | null>(null);
  const onPicture = async (file: File | null) => {
    if (!file || !reader) return;
    setSaid(null);
    const code = await readQrFile(reader, file);
    if (code === null) setSaid('picture_failed');
    else onCode(code);
  };
  return (
    <div className={css.step}>
      <h2 className={css.title} tabIndex={-1}>
        {t(reader ? 'scan.title' : 'scan.title_text')}
      </h2>
      {reader && camera && (
        <PhoneCamera
          reader={reader}
          onCode={onCode}
          onFailed={() => {
            setCamera(false);
            setSaid('camera_failed');
          }}
        />
      )}
      {!(reader && camera) && (
        <div className={css.sight} data-small={!reader || undefined} aria-hidden>
          <IconQrcode size={96} stroke={1} />
        </div>
      )}
      {reader && (
        <div className={`k-row ${css.row}`}>
          <Button
            variant="default"
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={() => {
              setSaid(null);
              setCamera(!camera);
            }}
          >
            {t(camera ? 'scan.camera_off' : 'scan.camera')}
          </Button>
          <FileButton accept="image/*" onChange={(file) => void onPicture(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhoto size={18} aria-hidden />}>
                {t('scan.picture')}
              </Button>
            )}
          </FileButton>
        </div>
      )}
      <Fault text={said && t(`scan.${said}`)} />
      <form
        className="k-stack k-gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) onCode(text);
        }}
      >
        <Textarea
          label={t('scan.text')}
          description={t('scan.text_hint')}
          maxRows={5}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={!busy && text.trim() === ''} fullWidth>
          {t('scan.read')}
        </Button>
        <p role="status" className="k-visually-hidden">
          {busy ? t('scan.reading') : ''}
        </p>
      </form>
    </div>
  );
}
