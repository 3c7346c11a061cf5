import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renamedSettings } from '#server/platform/settings/renamed-settings.ts';

/** Values that were renamed with their setting, by its name. */
const formerValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ACCOUNT_ENUMERATION: { allow: 'screen', prevent: 'mail' },
  DATABASE_MIGRATIONS: { manual: 'apart' },
  GRAPHQL_PERSISTED_ONLY: { true: 'false', false: 'true' },
};
const formerNames = new Map(Object.entries(renamedSettings).map(([former, { name }]) => [name, former] as const));

/** The settings as a tree names them: a release before their renaming knows the former names alone. */
export function readTreeSettings<Value extends string | undefined>(
  tree: string,
  environment: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const table = readFileSync(join(tree, 'server/platform/settings/table.ts'), 'utf8');
  if (table.includes('GRAPHQL_PERSISTED_ONLY')) return { ...environment };
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      formerNames.get(name) ?? name,
      (value === undefined ? undefined : formerValues[name]?.[value]) ?? value,
    ]),
  );
}
