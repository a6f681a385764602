interface FaultProps {
  text: string | null | undefined | false;
  className?: string;
}

/** What went wrong inside of a form, a card or a dialog. */
export function Fault({ text, className = 'k-fault k-anywhere' }: FaultProps) {
  return text ? (
    <p role="alert" className={className}>
      {text}
    </p>
  ) : null;
}

/** What went wrong with a whole form or page, for what is said beside no field. */
export const Failure = ({ text }: Pick<FaultProps, 'text'>) => (
  <Fault text={text} className="k-soft-bad k-fault k-pad" />
);
