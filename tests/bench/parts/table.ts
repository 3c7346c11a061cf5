/** Prints a table with a headline; numbers stand on the right. */
export function printTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('   ');
  const [head = [], ...body] = cells;
  console.log(`\n${title}\n`);
  console.log(`  ${line(head)}`);
  console.log(`  ${widths.map((width) => '─'.repeat(width)).join('───')}`);
  for (const row of body) console.log(`  ${line(row)}`);
}
