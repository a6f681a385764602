import { useEffect, useRef } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import css from './phone.module.css';
import type { QrReader } from '../../platform/read-qr.ts';

interface PhoneCameraProps {
  reader: QrReader;
  onCode: (text: string) => void;
  onFailed: () => void;
}

const LOOK_EVERY_MS = 200;

/** Looks through the camera until it sees a code. */
export function PhoneCamera({ reader, onCode, onFailed }: PhoneCameraProps) {
  const t = useTexts('phone');
  const video = useRef<HTMLVideoElement>(null);
  const calls = useRef({ onCode, onFailed });
  useEffect(() => {
    calls.current = { onCode, onFailed };
  });
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    void watch(video.current!, reader, signal).then(
      (code) => code !== null && !signal.aborted && calls.current.onCode(code),
      () => !signal.aborted && calls.current.onFailed(),
    );
    return () => over.abort();
  }, [reader]);
  return <video ref={video} className={css.sight} aria-label={t('scan.viewfinder')} muted playsInline />;
}

async function watch(video: HTMLVideoElement, reader: QrReader, signal: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const code = await reader(video);
      if (code !== null) return code;
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
