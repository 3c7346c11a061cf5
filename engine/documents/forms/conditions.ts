import type { FormCondition, FormDocument, FormField } from '#schemas/generated/documents.ts';

/**
 * Names of the fields that are shown with these values: a conditional field is shown while the other field is, and has one of the values.
 * Conditions refer to earlier fields only.
 *
 * @param valuesOf values of a field as posted; a checked box has the value `on`
 */
export function selectVisibleFields(
  { fields }: Pick<FormDocument, 'fields'>,
  valuesOf: (field: string) => readonly string[],
): ReadonlySet<string> {
  const holding = new Set<string>();
  for (const { name, when } of fields) {
    if (
      when === undefined ||
      (holding.has(when.field) && valuesOf(when.field).some((value) => when.is.includes(value)))
    )
      holding.add(name);
  }
  return holding;
}

/** All conditions of a field: its own, and those of the fields that they refer to. */
export function collectConditions(fields: readonly FormField[], name: string): readonly FormCondition[] {
  const { when } = fields.find((field) => field.name === name) ?? {};
  return when === undefined ? [] : [when, ...collectConditions(fieldsBefore(fields, name), when.field)];
}

function fieldsBefore(fields: readonly FormField[], name: string): readonly FormField[] {
  return fields.slice(
    0,
    fields.findIndex((field) => field.name === name),
  );
}
