/** Values of `given` for the names of `defaults`, which hold where it says nothing; other names are left out. */
export function withDefaults<Values extends object>(defaults: Values, given: Partial<Values> = {}): Values {
  const names = Object.keys(defaults) as (keyof Values)[];
  return Object.fromEntries(names.map((name) => [name, given[name] ?? defaults[name]])) as Values;
}
