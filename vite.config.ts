import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { behaviourPlugin } from './engine/vike/behaviour-plugin.ts';
import { clientChunks } from './engine/vike/client-chunks.ts';
import { clientEntries, clientPlugin } from './engine/vike/client-plugin.ts';
import { cssOptions } from './engine/vike/css-options.ts';
import { copyHelpers } from './engine/vike/copy-helpers.ts';
import { listsPlugin } from './engine/vike/views-bundle.ts';

const chunks = clientChunks(clientEntries());

export default defineConfig({
  plugins: [
    behaviourPlugin(),
    chunks.plugin,
    copyHelpers((name) => name === 'islands'),
    clientPlugin(),
    listsPlugin(),
    vike(),
    react(),
  ],
  css: cssOptions,
  // Known ahead, so that the first island in development is not interrupted by a reload.
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
  // Left out of the library that reports errors.
  define: { __SENTRY_DEBUG__: 'false', __SENTRY_TRACING__: 'false' },
  build: { cssMinify: 'lightningcss', modulePreload: false },
  environments: {
    client: {
      build: {
        // For the service that errors are reported to; the build takes them out of what browsers may load.
        sourcemap: 'hidden',
        rolldownOptions: {
          input: clientEntries(),
          // Islands' exports keep their names, for the page imports them; a file may hold more, for the others.
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
