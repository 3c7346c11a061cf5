import type { FeatureApiResponse } from '@growthbook/growthbook';
import type { Logger } from 'pino';
import { missingAttributes } from '#engine/experiments/targeting-attributes.ts';

/** Warns of attributes that payloads use and that are not supplied: once for each, however often a payload changes. */
export function unsuppliedReport(log: Pick<Logger, 'warn'>): (payload: FeatureApiResponse) => void {
  const reported = new Set<string>();
  return (payload) => {
    const attributes = missingAttributes(payload).filter((name) => !reported.has(name));
    if (attributes.length === 0) return;
    for (const name of attributes) reported.add(name);
    log.warn(
      { attributes },
      'Rules of flags use attributes that are not supplied: they match no visitor, or every visitor.',
    );
  };
}
