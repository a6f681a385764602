/** The sign of the product: a K whose leg is a signature. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--k-accent)" />
      <path
        d="M10 7v18M10 17.5 20.5 7M13.6 14l4.2 7.2c1.4 2.4 3.6 2.6 6.2.3"
        fill="none"
        stroke="var(--k-on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
