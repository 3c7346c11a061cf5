import type { FeatureApiResponse } from '@growthbook/growthbook';
import type { Logger } from 'pino';
import { findMissingAttributes } from '#engine/experiments/targeting-attributes.ts';

/** Warns once about each attribute that payloads use and nothing supplies. */
export function createUnsuppliedReport(log: Pick<Logger, 'warn'>): (payload: FeatureApiResponse) => void {
  const reported = new Set<string>();
  return (payload) => {
    const attributes = findMissingAttributes(payload).filter((name) => !reported.has(name));
    if (attributes.length === 0) return;
    for (const name of attributes) reported.add(name);
    log.warn(
      { attributes },
      'Rules of flags use attributes that are not supplied: they match no visitor, or every visitor.',
    );
  };
}
