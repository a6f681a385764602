/** The guides in the order in which they are read: `public/developers/<language>/<guide>.md`. */
export const GUIDES = [
  'quick-start',
  'sandbox',
  'authentication',
  'requests',
  'events',
  'webhooks',
  'n8n',
  'google-sheets',
  'excel',
  '1c',
  'assistants',
  'changelog',
] as const;
export type Guide = (typeof GUIDES)[number];

/** English too: the words of programs are English, and not all who write them read Russian or Kazakh. */
export type GuideLanguage = 'ru' | 'kz' | 'en';
