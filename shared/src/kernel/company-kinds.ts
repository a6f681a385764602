export const COMPANY_ROLES = ['business', 'executor'] as const;
export const COMPANY_TYPES = ['too', 'ao', 'ip', 'individual', 'other'] as const;
export const COMPANY_STATUSES = ['waiting', 'active', 'refused', 'blocked', 'deleted'] as const;
