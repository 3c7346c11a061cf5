import type { Members } from '#journeys/registration/members/index.ts';

type ListedCode = Awaited<ReturnType<Members['listCodes']>>['codes'][number];

const columns: readonly (readonly [title: string, of: (code: ListedCode) => string])[] = [
  ['Code', ({ label, kind }) => (kind === 'generated' ? `${label} (link)` : label)],
  ['State', ({ state, ownPath }) => (ownPath === null ? state : `${state}, hidden by ${ownPath}`)],
  ['Inviter', ({ inviterName }) => inviterName ?? '–'],
  ['Places', ({ issued }) => String(issued)],
  ['Free', ({ free }) => String(free)],
  ['Pending', ({ pending }) => String(pending)],
  ['Active', ({ active }) => String(active)],
  ['Until', ({ expiresAt }) => expiresAt ?? '–'],
  ['Landing', ({ landing }) => landing ?? '–'],
  ['Voucher', ({ voucher }) => voucher ?? 'by page'],
];

/** A table of codes with a header row. */
export function formatCodes(codes: readonly ListedCode[]): string {
  const rows = [columns.map(([title]) => title), ...codes.map((code) => columns.map(([, of]) => of(code)))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
