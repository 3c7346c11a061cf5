/** The straight line through values at 0, 1, 2 …, by least squares: its slope and the standard error of that; `NaN` for less than three. */
export function fitLine(values: readonly number[]): { readonly slope: number; readonly error: number } {
  const count = values.length;
  const middle = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const spread = values.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0);
  const slope = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread;
  const rest = values.reduce((sum, value, at) => sum + (value - mean - slope * (at - middle)) ** 2, 0);
  return { slope, error: count < 3 ? Number.NaN : Math.sqrt(rest / (count - 2) / spread) };
}
