import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { classifyChange, watchProject } from './watch.ts';

test.each([
  ['pages-config/landings/default.json', 'change', 'content'],
  ['locales/de/landing.json', 'change', 'content'],
  ['videos/satin.mp4', 'add', 'content'],
  ['blocks/hero/strings.json', 'change', 'content'],
  ['landing-templates/lead/landing.json', 'change', 'content'],
  ['blocks/hero/Hero.module.css', 'change', 'code'],
  ['blocks/hero/Hero.tsx', 'change', 'code'],
  ['journeys/registration/client/watch.ts', 'change', 'code'],
  ['journeys/registration/blocks/voucher/strings.json', 'change', 'content'],
  ['journeys/registration/blocks/voucher/Voucher.tsx', 'change', 'code'],
  ['journeys/registration/blocks/voucher/Voucher.tsx', 'unlink', 'schema'],
  ['schemas/generated/registry.ts', 'add', 'code'],
  ['schemas/block.schema.json', 'change', 'schema'],
  ['blocks/hero/hero.schema.json', 'unlink', 'schema'],
  ['blocks/hero/Hero.tsx', 'add', 'schema'],
  ['journeys/registration/journey.json', 'change', 'schema'],
  ['server/site/pages/client-address.ts', 'change', 'program'],
  ['journeys/registration/decide/index.ts', 'change', 'program'],
  ['vitrine.config.ts', 'change', 'program'],
  ['schemas/generated/editor/landing.schema.json', 'change', null],
  ['blocks/hero/Hero.test.tsx', 'add', null],
  ['docs/README.md', 'change', null],
] as const)('of %s, a save (%s) counts as %s', (file, event, kind) => {
  expect(classifyChange(file, event)).toBe(kind);
});

test('a second save that the watcher drops, because it follows at once, is noticed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-watch-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const path = join(root, 'locales/de.json');
  const files: (readonly string[])[] = [];
  const watcher = new EventEmitter();
  const vite = { watcher } as unknown as ViteDevServer;
  watchProject(root, (changes) => files.push([...(changes.get('content') ?? [])]))(vite);
  const write = (text: string): void => writeFileSync(path, text);
  mkdirSync(join(root, 'locales'));
  write('{ "half');
  watcher.emit('change', path);
  write('{ "half": "whole" }');
  await expect.poll(() => files).toEqual([['locales/de.json'], ['locales/de.json']]);
});
