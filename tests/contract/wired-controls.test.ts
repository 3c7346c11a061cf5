import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#server/platform/paths.ts';

/*
 * A security control without callers has no effect, however well its tests pass: the signature of consent was checked by such a function. Callers in tests count
 * as a use for the search of dead code, and do not here.
 */

/** Every file in these folders, including future ones, is relevant for security. */
const FOLDERS = [
  'server/platform/tokens',
  'server/platform/limits',
  'server/platform/requests',
  'server/platform/oidc',
  'server/site/consent',
  'server/site/sessions',
  'server/site/visitors',
  'server/http/app',
  'server/http/routes/admin',
];
const PRODUCTION = ['server', 'engine', 'journeys', 'commands', 'schemas/generated'];

type Sources = ReadonlyMap<string, string>;

const isProduction = (file: string): boolean => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);

function readSources(): Sources {
  const files = PRODUCTION.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isProduction)
      .map((file) => posix.join(folder, file.replaceAll('\\', '/'))),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** `<file> <name>` of everything that a file takes from another one, types aside. */
function takenBy(file: string, text: string): readonly string[] {
  return [...text.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*'([^']+)'/g)].flatMap(
    ([, names = '', from = '']) => {
      const target = from.startsWith('#') ? from.slice(1) : posix.join(dirname(file), from);
      return names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => `${target} ${name.split(/\s+as\s+/)[0]}`);
    },
  );
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

/** Exports of these files that neither another file of the product nor their own has a use for. */
function unwired(sources: Sources, isControl: (file: string) => boolean): readonly string[] {
  const taken = new Set([...sources].flatMap(([file, text]) => takenBy(file, text)));
  return [...sources].flatMap(([file, text]) => {
    if (!isControl(file)) return [];
    const code = withoutComments(text);
    const names = [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    );
    const isUsedHere = (name: string): boolean => (code.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;
    return names.filter((name) => !taken.has(`${file} ${name}`) && !isUsedHere(name)).map((name) => `${file} ${name}`);
  });
}

const isControl = (file: string): boolean => FOLDERS.some((folder) => file.startsWith(`${folder}/`));

describe('controls are wired', () => {
  test('whatever a module that security rests on exports is called by the product', () => {
    const sources = readSources();
    expect([...sources.keys()].filter(isControl).length).toBeGreaterThan(30);
    expect(unwired(sources, isControl)).toEqual([]);
  });

  test('an export that nothing but a test calls is found, one that another file calls is not', () => {
    const sources = new Map([
      [
        'server/platform/tokens/a.ts',
        '/** Calls `readRecord`. */\nexport function readRecord() {}\nexport const used = 1;',
      ],
      [
        'server/site/b.ts',
        "import { used } from '#server/platform/tokens/a.ts';\nimport { type readRecord } from '../platform/tokens/a.ts';",
      ],
    ]);
    expect(unwired(sources, isControl)).toEqual(['server/platform/tokens/a.ts readRecord']);
  });
});
