import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { createBehaviourPlugin } from './engine/vike/behaviour-plugin.ts';
import { createClientChunks } from './engine/vike/client-chunks.ts';
import { listClientEntries, createClientPlugin } from './engine/vike/client-plugin.ts';
import { cssOptions } from './engine/vike/css-options.ts';
import { copyHelpers } from './engine/vike/copy-helpers.ts';
import { createListsPlugin } from './engine/vike/views-bundle.ts';

const chunks = createClientChunks(listClientEntries());

export default defineConfig({
  plugins: [
    createBehaviourPlugin(),
    chunks.plugin,
    copyHelpers((name) => name === 'islands'),
    createClientPlugin(),
    createListsPlugin(),
    vike(),
    react(),
  ],
  css: cssOptions,
  // Listed ahead, so that the first island in development does not trigger a reload.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'i18next',
      'react-i18next',
      'zustand/middleware',
      'zustand/vanilla',
      'zustand/react',
      '@growthbook/growthbook',
      '@growthbook/growthbook-react',
    ],
  },
  // Removes these parts of the error reporting library.
  define: { __SENTRY_DEBUG__: 'false', __SENTRY_TRACING__: 'false' },
  build: { cssMinify: 'lightningcss', modulePreload: false },
  environments: {
    client: {
      build: {
        // For the error reporting service; the build moves them out of the public folder.
        sourcemap: 'hidden',
        rolldownOptions: {
          input: listClientEntries(),
          // Pages import islands by export name; a file may contain further exports for other files.
          preserveEntrySignatures: 'allow-extension',
          output: { codeSplitting: { groups: chunks.groups } },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: { compile: './engine/compile/index.ts' },
        },
      },
    },
  },
});
