import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { compare } from './compare.ts';
import { record } from './record.ts';
import type { Recording } from './store.ts';
import { TextStore } from './store.ts';
import { cacheFolder, commitNamed, presentTree, type Tree, checkOutTree } from './tree.ts';

export const same: Proof = {
  summary:
    'Records everything that visitors, API clients, readers of mails and admins get from a commit and from the present tree, and every table.',
  runs: 1,
  takes: 'COMMIT',
  run,
};

/** Approximate number of records of a tree before they are counted. */
const RECORDS = 10_000;

/** Named by what makes them: the commit and every file of the recorder. */
function recordingFile(commit: string): string {
  const hash = createHash('sha256');
  for (const file of listPaths(import.meta.dirname, '*.{ts,mjs}'))
    if (!file.endsWith('.test.ts')) hash.update(`${file}\0`).update(readFileSync(join(import.meta.dirname, file)));
  return join(cacheFolder, 'recordings', `${commit}-${hash.digest('hex').slice(0, 16)}.json`);
}

async function run({ argument, progress }: ProofContext): Promise<ProofResult> {
  const commit = commitNamed(argument ?? '');
  if (commit === null) return { found: [], broken: [`"${argument}" is not a commit of this repository.`] };
  const file = recordingFile(commit);
  const store = new TextStore(join(cacheFolder, 'texts'));
  const known: Recording | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const expected = known === null ? 2 * RECORDS : Object.keys(known.entries).length;
  const present = await recordTree(await presentTree(), store, (done) => progress(done, Math.max(done, expected)));
  if (known !== null) return compare({ commit, earlier: known, present, store });
  const count = Object.keys(present.entries).length;
  const earlier = await recordTree(await checkOutTree(commit), store, (done) => progress(count + done, 2 * count));
  mkdirSync(join(cacheFolder, 'recordings'), { recursive: true });
  writeFileSync(file, JSON.stringify(earlier));
  return compare({ commit, earlier, present, store });
}

async function recordTree(tree: Tree, store: TextStore, progress: (done: number) => void): Promise<Recording> {
  try {
    return await record(tree.folder, store, progress);
  } finally {
    tree.close();
  }
}
