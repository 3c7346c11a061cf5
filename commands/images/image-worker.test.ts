import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a process that waits for an image alone does not end before it is answered', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-worker-'));
  const script = join(folder, 'wait.mjs');
  const lines = [
    `import { ImageWorker } from '${new URL('image-worker.ts', import.meta.url).href}';`,
    "const worker = new ImageWorker({ roots: ['none'], outDir: 'none', cacheDir: 'none' });",
    "console.log(JSON.stringify(await worker.run({ kind: 'measure', srcs: ['images/none.jpg'] })));",
  ];
  await writeFile(script, lines.join('\n'));
  expect(execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim()).toBe('[null]');
  await rm(folder, { recursive: true });
});
