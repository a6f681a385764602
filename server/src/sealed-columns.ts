import { sealedEsfSessions } from './features/esf/esf-session.ts';
import { sealedBankSecrets } from './features/integrations/public.ts';
import { sealedInvitationLinks } from './features/invitations/public.ts';
import { sealedKeyFiles } from './features/key-store/key-store.routes.ts';
import { sealedMessages } from './features/messages/public.ts';
import { sealedEsfPasswords } from './features/registration/public.ts';
import { sealedRecoveryCodes, sealedTotp } from './features/second-factors/public.ts';
import { sealedWebhookSecrets } from './features/webhooks/public.ts';
import type { SealedColumn } from './platform/reseal.ts';

/** Every column that is sealed under the master key, of all features. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedBankSecrets,
  ...sealedEsfPasswords,
  sealedEsfSessions,
  sealedInvitationLinks,
  sealedKeyFiles,
  sealedMessages,
  sealedRecoveryCodes,
  sealedTotp,
  ...sealedWebhookSecrets,
];
