import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The windows of links come with their words when they are first opened. */
export const QuickSignWindow = lazyPart(() => withTexts(import('./quick-sign-window.tsx'), ['quick-sign']));

export const SendLinksDialog = lazyPart(() => withTexts(import('./send-links-dialog.tsx'), ['quick-sign']));
