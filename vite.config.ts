import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { behaviourPlugin } from './engine/vike/behaviour-plugin.ts';

export default defineConfig({
  plugins: [behaviourPlugin(), vike(), react()],
  css: {
    transformer: 'lightningcss',
    // By content, not by file name: the class map and its `?inline` text are two modules and must agree on every name.
    lightningcss: { cssModules: { pattern: '[content-hash]_[local]', grid: false } },
  },
  build: { cssMinify: 'lightningcss' },
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          input: { compile: './engine/compile/index.ts' },
        },
      },
    },
  },
});
