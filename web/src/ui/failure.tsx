/** What went wrong with a whole form or page, for what is said beside no field. */
export function Failure({ text }: { text: string | null | undefined | false }) {
  return text ? (
    <p role="alert" className="k-soft-bad k-fault k-pad k-flat">
      {text}
    </p>
  ) : null;
}
