import type { FeatureApiResponse, FeatureRule } from '@growthbook/growthbook';

/** What the server tells GrowthBook about a visitor; the last two under the names that GrowthBook's own SDKs give them. */
const supplied: ReadonlySet<string> = new Set([
  'id',
  'acqAnonymousId',
  'locale',
  'applicationCountry',
  'device',
  'webView',
  'country',
  'deviceType',
]);

/** Attributes that rules of a payload ask for and nobody supplies, sorted: such a rule is meant for nobody, or for everybody. */
export function unsuppliedAttributes({ features = {} }: FeatureApiResponse): readonly string[] {
  const asked = new Set<string>();
  for (const { rules } of Object.values(features)) {
    if (!Array.isArray(rules)) continue;
    for (const { condition, hashAttribute, fallbackAttribute } of rules as readonly FeatureRule[]) {
      addAsked(condition, asked);
      for (const name of [hashAttribute, fallbackAttribute])
        if (typeof name === 'string' && name !== '') asked.add(name);
    }
  }
  return [...asked].filter((name) => !supplied.has(name)).toSorted();
}

/** Operators begin with `$`; what is under `$and`, `$or`, `$nor` and `$not` are conditions again. */
function addAsked(condition: unknown, asked: Set<string>): void {
  if (typeof condition !== 'object' || condition === null) return;
  for (const [name, value] of Object.entries(condition)) {
    if (!name.startsWith('$')) asked.add(name.split('.', 1)[0] ?? name);
    else for (const part of Array.isArray(value) ? value : [value]) addAsked(part, asked);
  }
}
