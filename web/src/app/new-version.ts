import { textOf } from '../platform/i18n.ts';
import { toasts } from '../ui/toasts.ts';

const EVERY_MS = 5 * 60_000;

/** Looks from time to time whether a newer build is being served, and offers it; never reloads by itself. */
export function watchForNewVersion(): void {
  const own = document.querySelector('meta[name="build"]')?.getAttribute('content') ?? '';
  if (!/^[0-9a-f]{16}$/.test(own)) return;
  const look = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    const response = await fetch('/build.json', { cache: 'no-store' }).catch(() => null);
    if (!response?.ok) return;
    const { id } = (await response.json().catch(() => ({}))) as { id?: string };
    if (!id || id === own) return;
    clearInterval(timer);
    toasts.question(textOf('app', 'update.message'), {
      id: 'new-version',
      title: textOf('app', 'update.title'),
      timeout_ms: false,
      action: { label: textOf('app', 'update.reload'), run: () => location.reload() },
    });
  };
  const timer = setInterval(() => void look(), EVERY_MS);
}
