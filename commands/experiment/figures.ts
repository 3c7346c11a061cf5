/** A share such as 0.05: "5.00 %". */
export const formatShare = (share: number): string => `${(share * 100).toFixed(2)} %`;

/** A p-value. */
export const formatProbability = (p: number): string => (p < 0.001 ? p.toExponential(1) : p.toFixed(3));

/** A table with the first column left-aligned. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
