import { contextRules, eventRules, type EventRule, type FieldRule } from '#schemas/generated/events.ts';

/** Reported fields of an event. */
export type EventValues = Readonly<Record<string, string | boolean>>;

const rules: Readonly<Record<string, EventRule>> = eventRules;

/** The rule of an event; `undefined` for an unknown name. */
export function getEventRule(name: string): EventRule | undefined {
  return Object.hasOwn(rules, name) ? rules[name] : undefined;
}

/**
 * The schema error of an event (N14); `null` without one. Never contains a value, because an invalid field may be an
 * address.
 */
export function findEventMistake(name: string, fields: object): string | null {
  const rule = getEventRule(name);
  const mistake = (what: string): string => `The event "${name}" ${what}`;
  if (rule === undefined) return mistake('is not listed in docs/events.md.');
  const given = new Map<string, unknown>(Object.entries(fields));
  for (const [field, value] of given) {
    const { [field]: own = contextRules[field] } = rule.fields;
    if (own === undefined) return mistake(`has no field "${field}".`);
    if (!fits(own, value)) return mistake(`has a wrong "${field}".`);
  }
  const missing = Object.entries(rule.fields).find(([field, { required }]) => required && !given.has(field));
  return missing === undefined ? null : mistake(`lacks "${missing[0]}".`);
}

/** The valid fields of a page's context; others are omitted, such as a path with an e-mail address. */
export function selectFittingContext(context: object): EventValues {
  const fitting = Object.entries(context).filter(([name, value]) => {
    const rule = contextRules[name];
    return rule !== undefined && fits(rule, value);
  });
  return Object.fromEntries(fitting);
}

function fits({ pattern }: FieldRule, value: unknown): boolean {
  if (pattern === undefined) return typeof value === 'boolean';
  return typeof value === 'string' && new RegExp(pattern, 'u').test(value);
}
