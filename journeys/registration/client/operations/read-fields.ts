import type { StoredReferral } from '#schemas/generated/graphql/operations.ts';

/** Fields that hold something, without the blanks around it; empty ones are left out, as the server leaves them out of a posted form. */
export function readTextFields<Name extends string>(
  fields: FormData,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = fields.get(name);
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '') texts[name] = text;
  }
  return texts;
}

/** Boxes that are ticked; others are left out. */
export function readFlagFields<Name extends string>(
  fields: FormData,
  names: readonly Name[],
): Partial<Record<Name, true>> {
  const flags: Partial<Record<Name, true>> = {};
  for (const name of names) if (fields.has(name)) flags[name] = true;
  return flags;
}

/** See `addStoredReferral`; `null` when there is none. */
export function readStoredReferral(fields: FormData): StoredReferral | null {
  const { rc, fref } = readTextFields(fields, ['rc', 'fref']);
  return rc === undefined || fref === undefined ? null : { code: rc, referrer: fref };
}
