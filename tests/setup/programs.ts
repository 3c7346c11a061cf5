import { accessSync, constants, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, posix, win32 } from 'node:path';

/** The shell draws the same pages as the browser around it and needs half of its processor time. */
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

interface System {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const thisSystem: System = { platform: process.platform, env: process.env, home: homedir() };

/** Where installers put browsers that draw as Chromium does, and do not put them on `PATH`. */
export function usualBrowsers({ platform, env, home }: System = thisSystem): readonly string[] {
  if (platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      ['/Applications', posix.join(home, 'Applications')].map((folder) =>
        posix.join(folder, `${name}.app`, 'Contents/MacOS', name),
      ),
    );
  if (platform !== 'win32') return [];
  return [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ].flatMap((file) => windowsFolders(env).map((folder) => win32.join(folder, file)));
}

/** Patterns of folders where PostgreSQL is and `PATH` does not lead: Debian, Red Hat, Homebrew, Postgres.app and the installer for Windows. */
export function usualPostgres({ platform, env }: System = thisSystem): readonly string[] {
  if (platform === 'win32') return windowsFolders(env).map((folder) => win32.join(folder, 'PostgreSQL\\*\\bin'));
  if (platform === 'darwin')
    return [
      '/opt/homebrew/opt/postgresql@*/bin',
      '/usr/local/opt/postgresql@*/bin',
      '/Applications/Postgres.app/Contents/Versions/*/bin',
    ];
  return ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/usr/libexec/postgresql*'];
}

const windowsFolders = (env: System['env']): readonly string[] =>
  ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []);

/**
 * Chromium, Chrome or Edge for the browser tests: `CHROMIUM_PATH`, else the first known name on `PATH`, else where installers put them;
 * `null` without one.
 */
export function findChromium(): string | null {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') return isExecutable(chosen) ? chosen : null;
  return firstExecutable([...chromiumNames.flatMap((name) => inFolders(searchPath(), name)), ...usualBrowsers()]);
}

/** Firefox: `FIREFOX_PATH`, else the first known name on `PATH`; `null` without one. */
export function findFirefox(): string | null {
  const chosen = process.env['FIREFOX_PATH'];
  if (chosen !== undefined && chosen !== '') return isExecutable(chosen) ? chosen : null;
  return firstExecutable(['firefox-esr', 'firefox'].flatMap((name) => inFolders(searchPath(), name)));
}

/** Folder with `initdb` and `postgres`: `POSTGRES_BIN`, else on `PATH`, else where systems put them (newest first); `null` without one. */
export const findPostgres = (): string | null => folderOfPostgres('initdb');

/** Folder with `pg_dump` and `pg_restore`, looked for in the same places. */
export const findPostgresBackup = (): string | null => folderOfPostgres('pg_dump');

function folderOfPostgres(program: string): string | null {
  const usual = globSync(usualPostgres()).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const found = firstExecutable(inFolders(chosenOr('POSTGRES_BIN', [...searchPath(), ...usual]), program));
  return found === null ? null : dirname(found);
}

/** PgBouncer, which some proofs put before PostgreSQL: on `PATH`, else where Debian puts it; `null` without one. */
export function findPgBouncer(): string | null {
  return firstExecutable([...searchPath(), '/usr/sbin'].map((folder) => join(folder, 'pgbouncer')));
}

/** Folder with `prometheus` and `promtool`: `PROMETHEUS_PATH`, else on `PATH`; `null` without them. */
export function findPrometheus(): string | null {
  const promtool = firstExecutable(chosenOr('PROMETHEUS_PATH', searchPath()).map((folder) => join(folder, 'promtool')));
  return promtool === null ? null : dirname(promtool);
}

/** nginx: `NGINX_PATH`, else on `PATH` or where Debian puts it; `null` without it. */
export function findNginx(): string | null {
  const chosen = process.env['NGINX_PATH'];
  if (chosen !== undefined && chosen !== '') return isExecutable(chosen) ? chosen : null;
  return firstExecutable([...searchPath(), '/usr/sbin'].map((folder) => join(folder, 'nginx')));
}

/** The folder that a variable names, or else the usual ones. */
function chosenOr(variable: string, usual: readonly string[]): readonly string[] {
  const chosen = process.env[variable];
  return chosen === undefined || chosen === '' ? usual : [chosen];
}

const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.local/share/fonts')];

/**
 * A font with the widths of Arial, which pages show until their own font is there: without one, words are measured in a font
 * that no layout was made for. Every system but Linux comes with it.
 */
export function findFallbackFont(folders: readonly string[] = fontFolders): string | null {
  if (process.platform !== 'linux') return 'Arial';
  const names = '{LiberationSans-Regular,Arial,arial}.{ttf,otf}';
  return globSync(folders.map((folder) => join(folder, '**', names)))[0] ?? null;
}

/** Where a program would be in folders. Programs have an ending on Windows. */
const inFolders = (folders: readonly string[], name: string): readonly string[] =>
  folders.map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name));

function searchPath(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

function firstExecutable(candidates: readonly string[]): string | null {
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
