import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readBuildRecord } from '#server/platform/build-record.ts';
import { paths as buildPaths } from '#server/platform/paths.ts';
import { pathsIn } from '#tests/helpers/docker-file.ts';
import { startServer } from '#tests/helpers/server.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const root = join(import.meta.dirname, '../..');
/** What makes a site and must not be needed to run one. */
const TOOLS = ['vite', 'vike', 'typescript', 'rolldown', 'esbuild', 'subset-font', 'harfbuzzjs', 'vitest'];
/** Megabytes beside the base image; a bundler that slips in weighs more than what is left. */
const MAX = 180;

export const image: Proof = {
  summary:
    'Puts together what deploy/Dockerfile copies, with the packages of an installation for production, and runs it elsewhere.',
  runs: 1,
  run,
};

async function run({ progress }: ProofContext): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-image-'));
  try {
    await assemble(folder);
    const weights = await weigh(folder);
    const tools = await present(folder);
    const answers = await served(folder);
    progress(1);
    const total = weights.reduce((sum, [, megabytes]) => sum + megabytes, 0);
    return {
      found: [
        ...weights.map(([name, megabytes]) => [`MB of ${name}`, megabytes.toFixed(1)] as const),
        ['MB together, beside the base image', total.toFixed(1)],
        ['Tools among the packages', tools.length],
        ...answers.map(({ path, status }) => [`Status of ${path}`, status] as const),
      ],
      broken: [
        ...tools.map((tool) => `The image holds "${tool}", which only builds need.`),
        ...answers
          .filter(({ status }) => status !== 200)
          .map(({ path, status }) => `${path} was answered with ${status}.`),
        ...(total > MAX ? [`The image weighs ${Math.round(total)} MB beside its base, more than ${MAX}.`] : []),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Everything that the second stage takes from the first one. */
async function assemble(folder: string): Promise<void> {
  const paths = pathsIn(await readFile(join(root, 'deploy/Dockerfile'), 'utf8'));
  const record = await readBuildRecord();
  if (record === null) throw new Error('There is no finished build. Run "npm run build" first.');
  // The image is built where no other build was.
  const isOtherRelease = (path: string): boolean =>
    dirname(path) === buildPaths.releases && basename(path) !== record.release;
  for (const path of paths.filter((each) => each !== 'node_modules')) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !/\.test\.tsx?$/.test(source) && !isOtherRelease(source),
    });
  }
  for (const path of await productionPackages())
    await cp(join(root, path), join(folder, path), { recursive: true, dereference: true });
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dev?: true; readonly devOptional?: true; readonly optional?: true }>
  >;
}

/** Folders of packages that `npm prune --omit=dev --omit=optional` leaves. */
async function productionPackages(): Promise<readonly string[]> {
  // npm wrote it.
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
    .map(([path]) => path);
}

async function weigh(folder: string): Promise<readonly (readonly [name: string, megabytes: number])[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.toSorted().map(async (name) => [name, (await readFileSize(join(folder, name))) / 1e6] as const),
  );
}

async function readFileSize(path: string): Promise<number> {
  const entry = await stat(path);
  if (!entry.isDirectory()) return entry.size;
  let size = 0;
  for await (const inner of glob('**/*', { cwd: path, withFileTypes: true }))
    if (inner.isFile()) size += (await stat(join(inner.parentPath, inner.name))).size;
  return size;
}

async function present(folder: string): Promise<readonly string[]> {
  const names = new Set(await readdir(join(folder, 'node_modules')));
  return TOOLS.filter((tool) => names.has(tool));
}

/** A page with its stylesheet's image, a code and the health of a server that has nothing else. */
async function served(folder: string): Promise<readonly { readonly path: string; readonly status: number }[]> {
  const assetsDir = join(folder, 'shared-assets');
  const server = await startServer({ cwd: folder, startWithin: 120_000, env: { ASSETS_DIR: assetsDir } });
  try {
    const page = await (await fetch(`${server.origin}/en`)).text();
    const asset = /\/assets\/[\w./-]+\.(?:avif|webp|jpg|woff2)/.exec(page)?.[0] ?? '/assets/none';
    const script = /\/assets\/[\w./-]+\.js/.exec(page)?.[0] ?? '/assets/none.js';
    const paths = ['/en', asset, script, '/en/code', '/readyz'];
    return await Promise.all(paths.map(async (path) => ({ path, status: (await fetch(server.origin + path)).status })));
  } finally {
    await server.stop();
  }
}
