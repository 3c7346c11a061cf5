import type { FormCondition, FormDocument, FormField } from '#schemas/generated/documents.ts';

/**
 * Names of the fields that are asked for with these values: a field under a condition is asked for while the other field is, and has
 * one of the values. Conditions name earlier fields only.
 *
 * @param valuesOf Values of a field as they are posted; a ticked box has the value `on`.
 */
export function holdingFields(
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

/** All conditions under which a field is asked for: its own, and those of the fields that they name. */
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
