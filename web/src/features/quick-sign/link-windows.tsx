import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The windows of links come with their words when they are first opened. */
export const QuickSignWindow = lazyPart(async () => {
  const [file] = await Promise.all([import('./quick-sign-window.tsx'), loadTexts(['quick-sign'])]);
  return file;
});

export const SendLinksDialog = lazyPart(async () => {
  const [file] = await Promise.all([import('./send-links-dialog.tsx'), loadTexts(['quick-sign'])]);
  return file;
});
