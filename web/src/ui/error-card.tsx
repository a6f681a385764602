import { Card } from './card.tsx';
import { ErrorState, type ErrorStateProps } from './error-state.tsx';

/** In the place of a card or of all of them: they could not be loaded. */
export function ErrorCard(props: ErrorStateProps) {
  return (
    <Card>
      <ErrorState {...props} />
    </Card>
  );
}
