import { z } from 'zod';
import { defineCall, publicCall } from '../../kernel/call.ts';
import { moment, month } from '../../kernel/fields.ts';

export const monthPackageCalls = {
  'month_package.ticket': defineCall('POST /api/v1/company/month-package', {
    access: { who: 'business', right: 'manage_settings' },
    summary: 'Get a one-time ticket, valid for a minute, for an archive of all papers of a month',
    body: z.strictObject({ month }),
    answer: z.object({ ticket: z.string(), url: z.string(), expires_at: moment }),
  }),
  'month_package.download': publicCall('GET /api/v1/company/month-package/{ticket}', {
    summary:
      'Get the archive of a ticket: acts, contracts, invoices, payments, reconciliation acts, cards, register and table of contents',
    params: z.strictObject({ ticket: z.string().regex(/^[\w-]{43}$/) }),
    answer: { file: 'application/zip' },
  }),
};
