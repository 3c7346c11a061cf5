import { isObject } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const claims: Rule = {
  id: 'claims',
  severity: 'warning',
  description: 'Marketing figures are true today: none has expired, none comes from the future (S15, N17).',
  project: function* ({ references: { site }, today }) {
    const all = site.document?.value['claims'];
    if (today === undefined || site.document === undefined || !isObject(all)) return;
    for (const [name, claim] of Object.entries(all)) {
      if (!isObject(claim)) continue;
      const { asOf, validUntil } = claim;
      const place = (key: string) => ({ file: site.document?.file ?? '', path: ['claims', name, key] });
      if (typeof validUntil === 'string' && validUntil < today) {
        yield {
          place: place('validUntil'),
          message: `The claim "${name}" was valid until ${validUntil}. Check the figure with ${String(claim['source'])} and write the new day.`,
          expected: `a day from ${today} on`,
          found: validUntil,
        };
      }
      if (typeof asOf === 'string' && asOf > today) {
        yield {
          place: place('asOf'),
          message: `The claim "${name}" is said to be true as of ${asOf}, a day that has not come yet.`,
          expected: `a day up to ${today}`,
          found: asOf,
        };
      }
    }
  },
};
