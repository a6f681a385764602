/** The device record of the product: 768 px wide or less is mobile. Kept for the tab and corrected when a tablet is turned. */
export function keepDevice(): void {
  const narrow = matchMedia('(max-width: 48em)');
  const keep = () =>
    sessionStorage.setItem(
      'device',
      JSON.stringify({ isMobile: narrow.matches, isDesktop: !narrow.matches }),
    );
  keep();
  narrow.addEventListener('change', keep);
}
