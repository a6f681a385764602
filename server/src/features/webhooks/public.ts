export { sealedWebhookSecrets } from './webhook-secrets.ts';
