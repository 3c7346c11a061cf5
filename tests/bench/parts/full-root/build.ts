import react from '@vitejs/plugin-react';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { createBehaviourPlugin } from '#engine/vike/behaviour-plugin.ts';
import { root } from '#server/platform/paths.ts';
import type { FullRootInput } from './render.tsx';

export interface FullRoot {
  readonly render: (input: FullRootInput) => string;
  /** Folder with the scripts of the browser, `control.js` among them. */
  readonly folder: string;
}

/** Builds the control: once for the server, once for the browser. */
export async function buildFullRoot(): Promise<FullRoot> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-control-'));
  const here = import.meta.dirname;
  await build({
    ...shared,
    build: {
      ssr: join(here, 'render.tsx'),
      outDir: join(root, 'dist/control'),
      rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
    },
  });
  await build({
    ...shared,
    build: {
      outDir: folder,
      modulePreload: false,
      rolldownOptions: { input: join(here, 'client.tsx'), output: { entryFileNames: 'control.js' } },
    },
  });
  const module = (await import(pathToFileURL(join(root, 'dist/control/render.mjs')).href)) as {
    renderFullRoot: FullRoot['render'];
  };
  return { render: module.renderFullRoot, folder };
}

const shared: InlineConfig = {
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [createBehaviourPlugin(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: { pattern: '[content-hash]_[local]', grid: false } },
  },
};
