import { z } from 'zod';
import { userCall } from '../../kernel/call.ts';

/** What has changed. A page reloads what it shows of that kind; the event itself carries no data. */
export const TOPICS = [
  'acts',
  'documents',
  'executors',
  'payments',
  'esf',
  'jobs',
  'support',
  'notices',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The first event of a stream has no topics: it says that the stream is open. */
export const liveEvent = z.object({ topics: z.array(z.enum(TOPICS)) });

export const liveCalls = {
  'live.stream': userCall('GET /api/v1/live', {
    summary: 'Stream changes in the user’s company as server-sent events while the session lasts',
    answer: { events: liveEvent },
  }),
};
