/** Values of `given` for the names in `defaults`, with these as fallback; other names are dropped. */
export function mergeSettings<Values extends object>(defaults: Values, given: Partial<Values> = {}): Values {
  const names = Object.keys(defaults) as (keyof Values)[];
  const chooseValue = (name: keyof Values): unknown => (given[name] === undefined ? defaults[name] : given[name]);
  return Object.fromEntries(names.map((name) => [name, chooseValue(name)])) as Values;
}
