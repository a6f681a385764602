import { useCall } from '../../platform/query.ts';
import type { Answer } from '../../platform/api.ts';

export type Change = Answer<'credentials.start_password'>;

export const useFactors = () => useCall('factors.list');
export const useSessions = () => useCall('security.sessions');
export const useConsents = () => useCall('security.consents');
export const useSecurityEvents = (page: number) => useCall('security.events', { query: { page, limit: 10 } });
