export interface Renames {
  /** Exported names before and after. */
  readonly names: readonly (readonly [before: string, after: string])[];
  /** Paths from the project's root. */
  readonly files: readonly (readonly [before: string, after: string])[];
}

const HEAD = '| Before | After |\n|---|---|\n';

/** Adds renames to the page: chains lead to the newest name, and reverted renames are removed. */
export function addRenames(page: string, { names, files }: Renames): string {
  return addRows(addRows(page, 'Exported names', names), 'Files', files);
}

function addRows(page: string, title: string, added: Renames['names']): string {
  const start = page.indexOf(HEAD, page.indexOf(`\n## ${title}\n`)) + HEAD.length;
  const end = page.indexOf('\n\n', start) < 0 ? page.length - 1 : page.indexOf('\n\n', start);
  const rows = new Map<string, readonly string[]>();
  for (const [, before = '', after = ''] of page.slice(start, end).matchAll(/^\| `([^`]+)` \| (.+) \|$/gm))
    rows.set(before, [...(rows.get(before) ?? []), ...[...after.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)]);
  for (const [before, after] of added) {
    const former = [...rows].filter(([, current]) => current.includes(before));
    for (const [name, current] of former)
      rows.set(
        name,
        current.map((each) => (each === before ? after : each)),
      );
    if (former.length === 0) rows.set(before, [...(rows.get(before) ?? []), after]);
  }
  const lines = [...rows]
    .map(([before, after]) => [before, [...new Set(after)].filter((name) => name !== before)] as const)
    .filter(([, after]) => after.length > 0)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([before, after]) => `| \`${before}\` | ${after.map((name) => `\`${name}\``).join(', ')} |`);
  return `${page.slice(0, start)}${lines.join('\n')}${page.slice(end)}`;
}
