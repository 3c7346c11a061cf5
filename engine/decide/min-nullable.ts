/** The earlier of two instants, where `null` means never. */
export function minNullable(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : Math.min(one, other);
}
