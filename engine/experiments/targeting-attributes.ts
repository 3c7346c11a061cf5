import type { FeatureApiResponse, FeatureRule } from '@growthbook/growthbook';
import { type RequestAttribute, requestAttributes } from './request-attributes.ts';
import { listRedirectFeatures } from './url-redirects.ts';

/** Attributes of a visitor for GrowthBook; country, device, URL and browser also with the names of GrowthBook's SDKs. */
const supplied: ReadonlySet<string> = new Set([
  'id',
  'acqAnonymousId',
  'locale',
  'applicationCountry',
  'device',
  'webView',
  'country',
  'deviceType',
  ...requestAttributes,
]);

/** Attributes of a payload's rules that are not supplied, sorted: such a rule matches no visitor, or all. */
export function findMissingAttributes(payload: FeatureApiResponse): readonly string[] {
  return [...targetingAttributes(payload)].filter((name) => !supplied.has(name)).toSorted();
}

/** Request attributes of a payload's rules, in a stable order. */
export function listRequestAttributes(payload: FeatureApiResponse): readonly RequestAttribute[] {
  const asked = targetingAttributes(payload);
  return requestAttributes.filter((name) => asked.has(name));
}

/** Of features and URL redirects. */
function targetingAttributes(payload: FeatureApiResponse): ReadonlySet<string> {
  const redirects = [...listRedirectFeatures(payload).values()].map(({ feature }) => feature);
  const asked = new Set<string>();
  for (const { rules } of [...Object.values(payload.features ?? {}), ...redirects]) {
    if (!Array.isArray(rules)) continue;
    for (const rule of rules as readonly (FeatureRule | null)[]) {
      const { condition, hashAttribute, fallbackAttribute, filters } = rule ?? {};
      addAsked(condition, asked);
      const picking: readonly unknown[] = Array.isArray(filters) ? filters.map((filter) => filter?.attribute) : [];
      for (const name of [hashAttribute, fallbackAttribute, ...picking])
        if (typeof name === 'string' && name !== '') asked.add(name);
    }
  }
  return asked;
}

/** Operators start with `$`; `$and`, `$or`, `$nor` and `$not` contain conditions. */
function addAsked(condition: unknown, asked: Set<string>): void {
  if (typeof condition !== 'object' || condition === null) return;
  for (const [name, value] of Object.entries(condition)) {
    if (!name.startsWith('$')) asked.add(name.split('.', 1)[0] ?? name);
    else for (const part of Array.isArray(value) ? value : [value]) addAsked(part, asked);
  }
}
