import { Button } from '@mantine/core';

interface RestoredNoteProps {
  form: { restored: boolean; reset: () => void };
  said: string;
  clear: string;
}

/** Says that a form began with what was typed before, and offers an empty one. */
export function RestoredNote({ form, said, clear }: RestoredNoteProps) {
  if (!form.restored) return null;
  return (
    <p className="k-soft-accent k-pad k-flat k-split k-gap-4-16 k-middle" role="status">
      {said}
      <Button variant="subtle" size="compact-sm" onClick={() => form.reset()}>
        {clear}
      </Button>
    </p>
  );
}
