import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { makeStatisticsSheet } from './make-statistics-sheet.ts';
import { readStatistics } from './read-statistics.ts';

export function statisticsRoutes(parts: Parts): Pick<Handlers, 'statistics.get' | 'statistics.sheet'> {
  return {
    'statistics.get': ({ actor, input }) => readStatistics(parts, actor, input.query),
    'statistics.sheet': ({ actor, input, locale }) => makeStatisticsSheet(parts, actor, input.query, locale),
  };
}
