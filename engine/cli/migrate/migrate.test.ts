import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './index.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'migrate-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const file = 'pages-config/landings/old.json';
const read = (path = file) => readFileSync(join(root, path), 'utf8');

function write(text: string, path = file): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function migrate(...args: string[]): Promise<{ readonly code: number; readonly text: string }> {
  let text = '';
  const code = await run(args, root, {
    colours: false,
    write: (part) => {
      text += part;
    },
  });
  return { code, text };
}

const old = `{
    "version": 0,
    "slug": "/summer",
    "blocks": [
        { "id": "a",   "kind": "notice", "title": "x.y" },
        {
            "id": "b", "kind": "hero",
            "blocks": [ { "id": "c", "kind": "access-code" } ]
        }
    ]
}
`;

test('An old document is rewritten in place and keeps its layout', async () => {
  write(old);
  expect(await migrate()).toEqual({
    code: 0,
    text: `${file}: version 0 → 4 (name-blocks-by-type, slug-without-slash)\n1 document migrated.\n`,
  });
  expect(read()).toBe(
    old.replace('"version": 0', '"version": 4').replace('/summer', 'summer').replaceAll('"kind"', '"type"'),
  );
});

test('In an experiment of version 2 the renamed keys alone differ, whatever the layout', async () => {
  const experiment = 'pages-config/experiments/old.json';
  const text = `{ "version": 2, "metric": "account_activated",
  "arms": [ { "key": "a", "weight": 50 },
            { "key": "b",   "variant": "landings/b", "weight": 50 } ],
  "pages": [{ "document": "pages/x", "arms": [{ "key": "b", "variant": "landings/y" }] }],
  "prerequisites": [ {"experiment": "season", "arms": ["open"]} ],
  "smallestEffect": 0.10, "visitors": 20000
}
`;
  write(text, experiment);
  expect((await migrate()).text).toContain('version 2 → 4 (name-experiments-by-field)');
  expect(read(experiment)).toBe(
    text
      .replace('"version": 2', '"version": 4')
      .replaceAll('"arms"', '"variations"')
      .replace('"metric"', '"goalMetric"')
      .replace('"smallestEffect"', '"minimumDetectableEffect"')
      .replace('"visitors"', '"targetSampleSize"'),
  );
});

test('A dry run says the same and writes nothing', async () => {
  write(old);
  expect((await migrate('--dry-run')).text).toContain('1 document would be migrated.');
  expect(read()).toBe(old);
});

test('A second run finds nothing to do', async () => {
  write(old);
  await migrate();
  expect(await migrate()).toEqual({ code: 0, text: 'All documents are in version 4.\n' });
});

test('A document from the future is refused and left as it is', async () => {
  write('{ "version": 7 }');
  const { code, text } = await migrate();
  expect([code, read()]).toEqual([1, '{ "version": 7 }']);
  expect(text).toContain(`${file}: version 7 cannot be migrated to version 4`);
});
