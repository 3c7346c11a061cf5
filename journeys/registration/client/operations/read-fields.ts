import type { StoredReferral } from '#schemas/generated/graphql/operations.ts';

/** Non-empty fields, trimmed; empty ones are left out, as for posted forms. */
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

/** Checked boxes; others are left out. */
export function readFlagFields<Name extends string>(
  fields: FormData,
  names: readonly Name[],
): Partial<Record<Name, true>> {
  const flags: Partial<Record<Name, true>> = {};
  for (const name of names) if (fields.has(name)) flags[name] = true;
  return flags;
}

/** The referral that the browser stored, as the form sends it; `null` for none. */
export function readStoredReferral(fields: FormData): StoredReferral | null {
  const { rc, fref } = readTextFields(fields, ['rc', 'fref']);
  return rc === undefined || fref === undefined ? null : { code: rc, referrer: fref };
}
