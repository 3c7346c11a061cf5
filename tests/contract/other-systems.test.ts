import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(Boolean);

describe('the names of files', () => {
  /** Characters and names that Windows refuses, and ends that it drops. */
  const REFUSED = /[<>:"|?*\\]|\p{Cc}|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)/iu;

  test('are such as Windows takes', () => {
    expect(files.filter((file) => REFUSED.test(file))).toEqual([]);
    for (const name of ['a:b.ts', 'blocks/nul.ts', 'docs/a.', 'aux/a.ts']) expect(name).toMatch(REFUSED);
  });

  test('leave room for the folder of the project: Windows may end a path at 260 characters', () => {
    expect(files.filter((file) => file.length > 160)).toEqual([]);
  });

  test('differ in more than small and large letters, which are the same to macOS and Windows', () => {
    const known = new Map<string, string>();
    const same = files.filter((file) => {
      const other = known.get(file.toLowerCase());
      known.set(file.toLowerCase(), file);
      return other !== undefined;
    });
    expect(same).toEqual([]);
  });
});

describe('the scripts of package.json', () => {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));
  /** One program with plain words. `exec` lets signals through where npm starts a shell; exec.cmd stands for it on Windows. */
  const PLAIN = /^(?:exec )?[a-z]+(?: [\w./-]+)*$/;

  test('have nothing that one of the shells does not know', () => {
    expect(Object.values(scripts).filter((script) => !PLAIN.test(script))).toEqual([]);
    for (const script of ['a && b', 'A=1 node a', 'rm -rf $DIR', "node 'a'"]) expect(script).not.toMatch(PLAIN);
    expect(read('exec.cmd')).toMatch(/^@rem .*\r?\n@%\*\r?\n$/);
  });

  test('check the version of Node before they run a file of the project', () => {
    const ours = Object.values(scripts).filter((script) => script.includes('.ts'));
    expect(ours.length).toBeGreaterThan(20);
    const LOOKS = /^(?:exec )?node --import \.\/commands\/check-node\.mjs \S+\.ts\b/;
    expect(ours.filter((script) => !LOOKS.test(script))).toEqual([]);
  });
});

describe('the code', () => {
  const sources = files.filter(
    (file) => /\.(?:ts|tsx|mjs)$/.test(file) && file !== 'tests/contract/other-systems.test.ts',
  );
  const where = (pattern: RegExp, but: readonly string[] = []): readonly string[] =>
    sources.filter((file) => !but.includes(file) && pattern.test(read(file)));

  test('takes the path of a file from its URL as the system writes it', () => {
    expect(where(/import\.meta\.url\)\.pathname|\broot\.pathname/)).toEqual([]);
  });

  test('starts npm and the programs of packages by programOf: for Windows they are files that only a shell runs', () => {
    expect(
      where(/(?:spawn|exec|execFile)(?:Sync)?\)?\(\s*'(?:node|npm|npx|tsc|vitest|vite|oxlint|oxfmt|knip)'/),
    ).toEqual([]);
    expect(
      where(/node_modules\/\.bin/, ['commands/check-node.mjs', 'tests/run.ts', 'tests/setup/resolve-program.ts']),
    ).toEqual([]);
  });

  test('lists files by listPaths, whose paths are the same on every system', () => {
    const product = where(/\bglobSync\b/).filter((file) => !file.startsWith('tests/'));
    expect(product).toEqual(['engine/documents/list-paths.ts']);
  });
});

interface Package {
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('the packages', () => {
  // npm wrote it.
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, Package>>;
  };
  const systems = [
    'linux x64 glibc',
    'linux arm64 glibc',
    'linux x64 musl',
    'linux arm64 musl',
    'darwin x64',
    'darwin arm64',
    'win32 x64',
    'win32 arm64',
  ];
  const takes = (list: string | readonly string[] | undefined, value: string | undefined): boolean =>
    list === undefined || value === undefined || [list].flat().includes(value);
  const runsOn = (one: Package, system: string): boolean => {
    const [os, cpu, libc] = system.split(' ');
    return takes(one.os, os) && takes(one.cpu, cpu) && takes(one.libc, libc);
  };
  /** Parts of a package of which each is for some systems only. */
  const splitParts = ({ optionalDependencies = {} }: Package): readonly Package[] =>
    Object.keys(optionalDependencies).flatMap((name) => {
      const part = packages[`node_modules/${name}`];
      return part?.os === undefined ? [] : [part];
    });

  test('that have a program for each system have one for each that docs/platforms.md names', () => {
    const found = Object.entries(packages).filter(([path, one]) => path !== '' && splitParts(one).length > 1);
    expect(found.length).toBeGreaterThan(8);
    const missing = found.flatMap(([path, one]) =>
      systems
        .filter((system) => !splitParts(one).some((part) => runsOn(part, system)))
        .map((system) => `${path}: ${system}`),
    );
    expect(missing).toEqual([]);
  });

  test('bring Node where the documentation says that they do, and nowhere a Node that cannot run', () => {
    const node = splitParts(packages[''] ?? {});
    const brought = systems.filter((system) => node.some((part) => runsOn(part, system)));
    expect(brought).toEqual(['linux x64 glibc', 'linux arm64 glibc', 'win32 x64']);
  });
});

/** Runs a command whose modules see the paths of Windows. */
const onWindows = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['--import', './tests/helpers/windows-paths.ts', ...args], { cwd: root });

describe.concurrent('with the paths of Windows', () => {
  test('what is generated is the same', async () => {
    await expect(onWindows('engine/cli/main.ts', 'gen', '--check')).resolves.toMatchObject({ stderr: '' });
  });

  test('documents, texts and images have the same names', async () => {
    const { stdout } = await onWindows('engine/cli/main.ts', 'check');
    expect(stdout).toContain('0 errors');
    expect(stdout).not.toContain('\\');
  });

  test('a build has the same name, and is fresh for the same reasons', async () => {
    const hashes = "import('#root/commands/build/build-inputs.ts')";
    const script = hashes
      .replace('#root', root)
      .concat('.then(async (m) => console.log(await m.hashCode(), await m.hashInputs()))');
    const here = promisify(execFile)(process.execPath, ['--eval', script], { cwd: root });
    expect((await onWindows('--eval', script)).stdout).toBe((await here).stdout);
  });
});
