import { expect, it } from 'vitest';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { findQrReader } from '../../platform/read-qr.ts';
import { PhoneScan } from './phone-scan.tsx';

it('does not push away what is being pressed when the reader of codes has come', async () => {
  await loadTexts(['phone']);
  const { container } = await show(<PhoneScan busy={false} onCode={() => undefined} />);
  const tops = new Set<number>();
  let found = false;
  void findQrReader().then(() => (found = true));
  for (let after = 0; after < 5; after += found && tops.size > 0 ? 1 : 0) {
    await new Promise(requestAnimationFrame);
    const button = container.querySelector('button[type=submit]');
    if (button) tops.add(button.getBoundingClientRect().top);
  }
  expect(tops.size).toBe(1);
});
