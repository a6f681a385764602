import { samplePdf } from '../papers.ts';
import { ensureAgreement } from '../registrations.ts';
import type { Cases } from './access.ts';

export const agreementCases = {
  'agreement.file': {
    given: async (_, { app }) => {
      await ensureAgreement(app);
      return {};
    },
  },
  'agreement.upload': {
    given: async () => ({ files: { file: { name: 'a.pdf', bytes: await samplePdf() } } }),
  },
} satisfies Cases;
