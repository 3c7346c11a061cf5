import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { behaviourPlugin } from './engine/vike/behaviour-plugin.ts';
import { clientEntries, clientPlugin } from './engine/vike/client-plugin.ts';

export default defineConfig({
  plugins: [behaviourPlugin(), clientPlugin(), vike(), react()],
  css: {
    transformer: 'lightningcss',
    // By content, not by file name: the class map and its `?inline` text are two modules and must agree on every name.
    lightningcss: { cssModules: { pattern: '[content-hash]_[local]', grid: false } },
  },
  // Known ahead, so that the first island in development is not interrupted by a reload.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'i18next',
      'react-i18next',
      'zustand/vanilla',
      'zustand/react',
      '@growthbook/growthbook',
    ],
  },
  build: { cssMinify: 'lightningcss' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: clientEntries(),
          // The page tells each module's address; its exports are what the others call.
          preserveEntrySignatures: 'strict',
          output: {
            codeSplitting: {
              groups: [
                { name: 'runtime', test: /node_modules\/(react|react-dom|scheduler|zustand|i18next|react-i18next)\// },
              ],
            },
          },
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
