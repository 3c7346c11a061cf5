import { mergeSettings } from '#server/platform/settings/merge-settings.ts';

/** Names of defaults that these settings leave as they are: a setting that is read under another name than it is given is among them. */
export function unchangedSettings<Values extends object>(defaults: Values, given: Partial<Values>): readonly string[] {
  const merged = new Map<string, unknown>(Object.entries(mergeSettings(defaults, given)));
  return Object.entries(defaults).flatMap(([name, value]) => (merged.get(name) === value ? [name] : []));
}
