import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type * as blockFindings from '#engine/cli/check/block-findings.ts';
import type * as checks from '#engine/cli/check/check-project.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { type Following, FollowSaves } from './follow-saves.ts';

const mistake: Finding = {
  rule: 'block-code',
  severity: 'error',
  file: 'blocks/steps/Steps.tsx',
  line: 3,
  column: 1,
  path: '',
  message: 'The code cannot be read.',
};

afterEach(() => vi.restoreAllMocks());

test('A mistake in the folder of a block or in a landing template is sent to open pages after a save of it, and goes with the save that corrects it, which the terminal says once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const sent: unknown[] = [];
  let found: readonly Finding[] = [mistake, { ...mistake, severity: 'warning' }];
  const ofTemplate = { ...mistake, rule: 'json', file: 'landing-templates/lead/landing.json' };
  let inTemplates: readonly Finding[] = [ofTemplate];
  const module = {
    listBlockFindings: () => Promise.resolve(found),
    checkTemplates: () => Promise.resolve(inTemplates),
  } satisfies Partial<typeof blockFindings & typeof checks>;
  const server = { ssrLoadModule: () => Promise.resolve(module), environments: {} };
  const following = {
    vite: {
      use: (call: (vite: typeof server) => unknown) => call(server),
      send: ({ data }: { data?: { findings: readonly Finding[] } }) => {
        sent.push(data?.findings.map(({ file, rule }) => `${file} ${rule}`));
      },
    },
    holder: { reload: () => Promise.resolve({ kind: 'unchanged' }), status: { revision: null, refused: null } },
    root: '.',
    refresh: () => undefined,
    onFailure: (error: unknown) => sent.push(error),
  };
  const saves = new FollowSaves(following as unknown as Following);
  saves.note(new Map([['code', new Set(['blocks/steps/Steps.tsx'])]]));
  await expect.poll(() => sent, { timeout: 3000 }).toEqual([[], ['blocks/steps/Steps.tsx block-code']]);
  found = [];
  saves.note(new Map([['code', new Set(['blocks/steps/Steps.tsx'])]]));
  await expect.poll(() => sent.slice(2), { timeout: 3000 }).toEqual([['blocks/steps/Steps.tsx block-code'], []]);
  expect(said.mock.calls).toEqual([[expect.stringContaining('All mistakes are fixed.')]]);
  const saveTemplate = (): void => saves.note(new Map([['content', new Set([ofTemplate.file])]]));
  saveTemplate();
  await expect.poll(() => sent.slice(4), { timeout: 3000 }).toEqual([[], [`${ofTemplate.file} json`]]);
  inTemplates = [];
  saveTemplate();
  await expect.poll(() => sent.slice(6), { timeout: 3000 }).toEqual([[`${ofTemplate.file} json`], []]);
});

test('Saved code is read anew before pages are rendered, although Vite has not forgotten its former version yet', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-saves-'));
  try {
    const file = join(root, 'Steps.tsx');
    writeFileSync(file, 'export const steps = 1;');
    const done: string[] = [];
    const moduleGraph = {
      fileToModulesMap: new Map([[file, new Set()]]),
      onFileChange: (path: string) => done.push(`forgets ${path}`),
    };
    const server = { config: { root }, environments: { ssr: { moduleGraph } } };
    const reload = () => {
      done.push('reads the site');
      return Promise.resolve({ kind: 'unchanged' });
    };
    const following = {
      vite: { use: (call: (vite: typeof server) => unknown) => call(server), send: () => undefined },
      holder: { reload, status: { revision: null, refused: null } },
      root,
      refresh: () => undefined,
      onFailure: (error: unknown) => done.push(String(error)),
    };
    new FollowSaves(following as unknown as Following).note(new Map([['code', new Set(['Steps.tsx'])]]));
    await expect.poll(() => done).toEqual([`forgets ${file}`, 'reads the site']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
