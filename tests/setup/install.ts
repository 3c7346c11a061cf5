import { spawnSync } from 'node:child_process';
import { findChromium, findFallbackFont, findPostgres } from './programs.ts';

interface Program {
  readonly name: string;
  readonly debianPackage: string;
  readonly find: () => string | null;
  /** What to do where it cannot be installed from Debian's packages. */
  readonly byHand: string;
  /** The same in a command, where a system has one for it. */
  readonly commands?: Partial<Record<NodeJS.Platform, string>>;
}

const programs: readonly Program[] = [
  {
    name: 'Chromium',
    debianPackage: 'chromium-headless-shell',
    find: findChromium,
    byHand: 'Install Chromium, Chrome or Edge, or set CHROMIUM_PATH to its executable.',
    commands: { darwin: 'brew install --cask google-chrome', win32: 'winget install Google.Chrome' },
  },
  {
    name: 'PostgreSQL server',
    debianPackage: 'postgresql',
    find: findPostgres,
    byHand:
      'Install a PostgreSQL server (15 or newer), so that initdb and postgres are on PATH, or set POSTGRES_BIN to their folder.',
    commands: { darwin: 'brew install postgresql@17', win32: 'winget install PostgreSQL.PostgreSQL.17' },
  },
  {
    name: 'Font with the widths of Arial',
    debianPackage: 'fonts-liberation',
    find: findFallbackFont,
    byHand: 'Install the fonts "Liberation" or Arial.',
  },
];

/**
 * Finds what the tests need beside Node. What is missing is installed from Debian's own
 * packages when this process may do that without asking; else the answer says what to install.
 */
export function installPrograms(): { readonly ok: boolean; readonly notes: readonly string[] } {
  const missing = programs.filter(({ find }) => find() === null);
  const installer = missing.length > 0 ? aptGet() : null;
  if (installer !== null) {
    installer(['update']);
    installer(['install', '-y', '--no-install-recommends', ...missing.map(({ debianPackage }) => debianPackage)]);
  }
  const notes = programs.map(({ name, find, byHand, commands }) => {
    const path = find();
    if (path !== null) return `${name}: ${path}`;
    const command = commands?.[process.platform];
    const how = command === undefined ? byHand : `${byHand} One way: "${command}".`;
    return `${name} was not found and could not be installed. ${how}`;
  });
  return { ok: programs.every(({ find }) => find() !== null), notes };
}

/** `apt-get` as root or through a `sudo` that asks nothing; `null` where neither exists. */
function aptGet(): ((args: readonly string[]) => void) | null {
  if (process.platform !== 'linux') return null;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const run = (args: readonly string[]) => {
    const [command = '', ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return spawnSync(command, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
  };
  return run(['--version']).status === 0 ? run : null;
}
