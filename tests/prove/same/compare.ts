import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProofResult } from '../proof.ts';
import { type Difference, differenceBetween } from './difference.ts';
import type { Entry, Recording } from './store.ts';

/** Groups of differences that are printed. */
const SHOWN = 20;

export interface Comparison {
  readonly commit: string;
  readonly earlier: Recording;
  readonly present: Recording;
  readonly store: { get(key: string): string };
}

interface Group {
  readonly what: string;
  readonly first: Difference & { readonly name: string };
  readonly names: string[];
}

/** What is not the same in two recordings, grouped by what differs; written in full to a folder that the result names. */
export function compare({ commit, earlier, present, store }: Comparison): ProofResult {
  const names = [...new Set([...Object.keys(earlier.entries), ...Object.keys(present.entries)])];
  const groups = new Map<string, Group>();
  for (const name of names) {
    const [before, after] = [earlier.entries[name], present.entries[name]];
    for (const difference of differences(before, after, store)) {
      const group = groups.get(difference.what) ?? { what: difference.what, first: { ...difference, name }, names: [] };
      groups.set(difference.what, group);
      group.names.push(name);
    }
  }
  const found: [string, string | number][] = [
    ...countByKind(present),
    ['Records of both trees', names.length],
    ['Records that differ', new Set([...groups.values()].flatMap((group) => group.names)).size],
  ];
  const broken = [...earlier.broken.map((each) => `${commit.slice(0, 7)}: ${each}`), ...present.broken];
  if (names.length === 0) broken.push('Nothing was recorded, so nothing was proved.');
  if (groups.size === 0) return { found, broken };
  const folder = write([...groups.values()], { commit, earlier, present, store });
  return {
    found: [...found, ['In full', folder]],
    broken: [...[...groups.values()].slice(0, SHOWN).map(formatSentence), ...broken],
  };
}

function differences(before: Entry | undefined, after: Entry | undefined, store: Comparison['store']): Difference[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ what: `only now: a record of the kind "${after?.kind}"`, before: '', after: '' }];
  if (after === undefined) return [{ what: `no more: a record of the kind "${before.kind}"`, before: '', after: '' }];
  const found: Difference[] = [];
  if (before.status !== after.status)
    found.push({
      what: `status ${before.status} → ${after.status}`,
      before: String(before.status),
      after: String(after.status),
    });
  const gone = before.headers.filter((line) => !after.headers.includes(line));
  const come = after.headers.filter((line) => !before.headers.includes(line));
  if (gone.length > 0 || come.length > 0 || before.headers.length !== after.headers.length) {
    const lines = [gone, come].map((list) => list.join('\n'));
    const names = [...new Set([...gone, ...come].map((line) => line.split(':', 1)[0]))].join(', ');
    found.push({ what: `header ${names || 'sent twice'}`, before: lines[0] ?? '', after: lines[1] ?? '' });
  }
  for (const part of ['body', 'styles'] as const)
    if (before[part] !== after[part])
      found.push(differenceBetween(part, store.get(before[part]), store.get(after[part])));
  return found;
}

function formatSentence({ what, first, names }: Group): string {
  const lines = [
    `${what}: ${names.length === 1 ? 'one record' : `${names.length} records`}, such as "${first.name}"`,
    ...first.before.split('\n').map((line) => `      - ${line}`),
    ...first.after.split('\n').map((line) => `      + ${line}`),
  ];
  return first.before === '' && first.after === '' ? (lines[0] ?? '') : lines.join('\n');
}

/** One file that names every record, and both texts of the first record of each group for a tool of one's own. */
function write(groups: readonly Group[], { commit, earlier, present, store }: Comparison): string {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-same-${commit.slice(0, 7)}-`));
  const report = groups.map(
    (group) => `${formatSentence(group)}\n${group.names.map((name) => `    ${name}`).join('\n')}\n`,
  );
  writeFileSync(join(folder, 'differences.txt'), report.join('\n'));
  for (const [index, { first }] of groups.entries()) {
    const own = join(folder, String(index + 1).padStart(3, '0'));
    mkdirSync(own);
    for (const [side, recording] of Object.entries({ before: earlier, after: present })) {
      const entry = recording.entries[first.name];
      if (entry === undefined) continue;
      const head = [String(entry.status), ...entry.headers].join('\n');
      writeFileSync(
        join(own, `${side}.txt`),
        `${first.name}\n${head}\n\n${store.get(entry.body).replaceAll('><', '>\n<')}\n${store.get(entry.styles)}`,
      );
    }
  }
  return folder;
}

function countByKind({ entries }: Recording): [string, number][] {
  const counts = new Map<string, number>();
  for (const { kind } of Object.values(entries)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => [`Records of the kind "${kind}"`, count]);
}
