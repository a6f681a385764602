export const NOTICE_CHANNELS = ['in_app', 'sms', 'email'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
