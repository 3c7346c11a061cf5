import type { FeatureApiResponse } from '@growthbook/growthbook';
import type { Logger } from 'pino';
import { missingAttributes } from '#engine/experiments/targeting-attributes.ts';

/** Reports what payloads ask for and nobody supplies: each attribute once, however often a payload changes. */
export function unsuppliedReport(log: Pick<Logger, 'warn'>): (payload: FeatureApiResponse) => void {
  const reported = new Set<string>();
  return (payload) => {
    const attributes = missingAttributes(payload).filter((name) => !reported.has(name));
    if (attributes.length === 0) return;
    for (const name of attributes) reported.add(name);
    log.warn({ attributes }, 'Rules of flags ask for attributes that nobody supplies: they fit nobody, or everybody.');
  };
}
