/** A day that exists, such as `2026-11-27`; `undefined` for all else, which the rule `schema` reports where it must be one. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const at = new Date(`${value}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined;
}
