export const MESSAGE_STATES = ['waiting', 'sending', 'sent', 'kept', 'failed', 'expired'] as const;
export const MESSAGE_CHANNELS = ['sms', 'email'] as const;
