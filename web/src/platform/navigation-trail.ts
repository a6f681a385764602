/** The current and the previous full path of the tab. */
export const previousUrl = (): string | null => sessionStorage.getItem('previous_url');
const currentUrl = (): string | null => sessionStorage.getItem('current_url');

/** After each finished navigation the current address becomes the previous one. */
export function trackNavigation(path: string): void {
  const current = currentUrl();
  if (path === current) return;
  if (current !== null) sessionStorage.setItem('previous_url', current);
  sessionStorage.setItem('current_url', path);
}
