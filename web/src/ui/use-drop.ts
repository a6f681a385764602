import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';

interface Sending {
  isPending: boolean;
  error: Error | null;
  reset: () => void;
}

/** One file for one call, as `drop` for a `FileDrop`: what is wrong with it is said there until another is chosen. */
export function useDrop(sending: Sending) {
  const [files, setFiles] = useState<File[]>([]);
  return {
    file: files[0],
    clear: () => setFiles([]),
    drop: {
      files,
      disabled: sending.isPending,
      error: sending.error ? errorText(sending.error) : undefined,
      onChange: (next: File[]) => {
        setFiles(next);
        sending.reset();
      },
    },
  };
}
