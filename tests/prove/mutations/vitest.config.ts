import { defineConfig } from 'vitest/config';
import { MODULE, modules, type MutatedModule } from './modules.ts';

const known: Readonly<Record<string, MutatedModule>> = modules;

/** The tests that judge a module of `modules.ts`. */
export default defineConfig({
  ssr: { resolve: { conditions: ['module-sync', 'node'] } },
  test: {
    include: [...(known[process.env[MODULE] ?? '']?.tests ?? [])],
    fileParallelism: false,
    // What never ends is ended by Stryker.
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
