export const USER_STATUSES = ['active', 'blocked', 'deleted', 'registering'] as const;
