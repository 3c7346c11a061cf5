/*
 * Loaded before a command ("node --import"): the project's own modules see the paths of Windows, on any system. `node:path` is its
 * `win32`, what lists or resolves files answers with backslashes, and what opens one takes them. Packages see the system as it is. What
 * Windows does differently beside that, such as drives, reserved names and files in use, is not shown.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import promises from 'node:fs/promises';
import module from 'node:module';
import path from 'node:path';
import sqlite from 'node:sqlite';
import url from 'node:url';

type Answer = (value: unknown) => unknown;
type Call = (...args: unknown[]) => unknown;
type Namespace = Readonly<Record<string, unknown>>;

const inside = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\\', '/') : value);
const asWindows = (text: string): string => text.replaceAll('/', '\\');

/** Options with a folder, as the system knows it. */
const withFolder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'cwd' in value ? { ...value, cwd: inside(value.cwd) } : inside(value);

/** Paths in an answer as Windows writes them. */
function outside(value: unknown): unknown {
  if (typeof value === 'string') return asWindows(value);
  if (Array.isArray(value)) return value.map(outside);
  if (value instanceof fs.Dirent) value.parentPath = asWindows(value.parentPath);
  return value;
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function* eachOutside(values: AsyncIterable<unknown>): AsyncGenerator {
  for await (const value of values) yield outside(value);
}

/** Functions whose answers are paths. */
const listing = new Set([
  'glob',
  'globSync',
  'readdir',
  'readdirSync',
  'realpath',
  'realpathSync',
  'mkdtemp',
  'mkdtempSync',
]);
/** Functions that take texts beside a path. */
const firstOnly = /^(?:write|append)/;

function wrap(name: string, call: Call): Call {
  const answer: Answer = listing.has(name) ? outside : (value) => value;
  return (...args) => {
    const result = call(...args.map((arg, index) => (index > 0 && firstOnly.test(name) ? arg : withFolder(arg))));
    if (result instanceof Promise) return result.then(answer);
    return listing.has(name) && isStream(result) ? eachOutside(result) : answer(result);
  };
}

const isCall = (name: string, value: unknown): value is Call => typeof value === 'function' && /^[a-z]/.test(name);

const wrapAll = (namespace: Namespace): Namespace =>
  Object.fromEntries(
    Object.entries(namespace).map(([name, value]) => [name, isCall(name, value) ? wrap(name, value) : value]),
  );

/** A `require` that takes such paths. */
function requireInside(from: string | URL): unknown {
  const load = module.createRequire(from);
  return Object.assign((file: string): unknown => load(String(inside(file))), { resolve: load.resolve });
}

const modules: Readonly<Record<string, Namespace>> = {
  'node:path': { ...path.win32, posix: path.posix },
  'node:fs': wrapAll({ ...fs }),
  'node:fs/promises': wrapAll({ ...promises }),
  'node:url': {
    ...url,
    fileURLToPath: (from: string | URL) => asWindows(url.fileURLToPath(from)),
    pathToFileURL: (file: string) => url.pathToFileURL(file.replaceAll('\\', '/')),
  },
  'node:module': { ...module, createRequire: requireInside },
  'node:child_process': wrapAll({ ...childProcess }),
  'node:sqlite': {
    ...sqlite,
    DatabaseSync: class extends sqlite.DatabaseSync {
      constructor(file: string, options?: sqlite.DatabaseSyncOptions) {
        super(file.replaceAll('\\', '/'), options);
      }
    },
  },
};

/** Functions of packages that take paths, which know those of any system: they get them as this one has them. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@fastify/static': ['default'],
  sharp: ['default'],
  'vike/api': ['build'],
  vite: ['build', 'createServer'],
};

/** A value with all paths in it as this system has them. */
function given(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(given);
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, given(inner)])) : inside(value);
}

const takingPaths = (call: Call): Call =>
  new Proxy(call, { apply: (target, self, args) => Reflect.apply(target, self, args.map(given)) });

/** The module of such a package around the real one. */
function around(name: string): string {
  const real = JSON.stringify(import.meta.resolve(name));
  const names = packages[name] ?? [];
  return [
    `import * as real from ${real};`,
    `export * from ${real};`,
    'const { takingPaths } = globalThis.windows;',
    ...names.map(
      (each, index) => `const call${index} = takingPaths(real.${each}); export { call${index} as ${each} };`,
    ),
  ].join('\n');
}

Object.assign(globalThis, { windows: { modules, takingPaths } });

/** Files of the project, and the configuration that Vite has bundled with what it imports. */
const OURS = /^(?!.*\/node_modules\/)|\/node_modules\/\.vite-temp\//;

module.registerHooks({
  resolve(specifier, context, next) {
    const isOurs = context.parentURL?.startsWith('file:') === true && OURS.test(context.parentURL);
    const isThis = context.parentURL === import.meta.url;
    return isOurs && !isThis && (Object.hasOwn(modules, specifier) || Object.hasOwn(packages, specifier))
      ? { url: `windows:${specifier}`, shortCircuit: true }
      : next(specifier, context);
  },
  load(address, context, next) {
    const name = address.startsWith('windows:') ? address.slice('windows:'.length) : '';
    if (Object.hasOwn(packages, name)) return { format: 'module', source: around(name), shortCircuit: true };
    if (!Object.hasOwn(modules, name)) return next(address, context);
    const names = Object.keys(modules[name] ?? {}).filter((key) => key !== 'default');
    const source = [
      `const found = globalThis.windows.modules[${JSON.stringify(name)}];`,
      `export const { ${names.join(', ')} } = found;`,
      'export default found;',
    ].join('\n');
    return { format: 'module', source, shortCircuit: true };
  },
});
