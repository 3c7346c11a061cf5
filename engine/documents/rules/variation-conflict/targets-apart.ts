import { isObject, type JsonObject } from '../../json.ts';

/** Whether two targetings are disjoint: by languages, countries, devices or referrers, or because only one is for the app. */
export function areTargetsApart(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const isDisjoint = (property: string): boolean => {
    const [first, second] = [readList(one, property), readList(other, property)];
    return first !== null && second !== null && !first.some((each) => second.includes(each));
  };
  const [app, otherApp] = [one['webView'], other['webView']];
  return (
    ['locales', 'countries', 'devices', 'utmSources', 'browsers', 'referrers', 'codes'].some(isDisjoint) ||
    (typeof app === 'boolean' && typeof otherApp === 'boolean' && app !== otherApp)
  );
}

function readList(targeting: JsonObject, property: string): readonly unknown[] | null {
  const list: unknown = targeting[property];
  return Array.isArray(list) ? list : null;
}
