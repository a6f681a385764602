import type { BankIntegration } from '@kelisim/shared/features/integrations/integrations.contract.ts';
import type { Tone } from '../../ui/status-dot.tsx';

export type BankLook = 'off' | 'unchecked' | 'works' | 'by_file' | 'failed';

export const BANK_TONES: Record<BankLook, Tone> = {
  off: 'quiet',
  unchecked: 'half',
  works: 'good',
  by_file: 'accent',
  failed: 'bad',
};

export function lookOfBank({ is_saved, check }: BankIntegration): BankLook {
  if (!is_saved) return 'off';
  return check?.outcome ?? 'unchecked';
}
