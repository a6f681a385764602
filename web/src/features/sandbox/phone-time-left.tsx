import { useEffect, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';

/** `4:07` until the code ends. */
export function PhoneTimeLeft({ ends_at_ms }: { ends_at_ms: number }) {
  const t = useTexts('phone');
  const [now_ms, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((ends_at_ms - now_ms) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <span role="timer" className="k-figures">
      {t('review.left', { time })}
    </span>
  );
}
