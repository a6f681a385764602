import type { FileRules } from '../../ui/file-rules.ts';

/** What the contract takes as a paper behind a standing or an application. */
export const PAPER_RULES: FileRules = {
  kinds: ['.pdf', '.jpg', '.jpeg', '.png'],
  max_bytes: 10_000_000,
  max_count: 1,
};
