import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { createBehaviourPlugin } from './engine/vike/behaviour-plugin.ts';
import { LongestFirst } from './tests/setup/longest-first.ts';

/** Milliseconds: generous for a busy machine. */
const expect = { poll: { timeout: 60_000 } };

const tests = ['{engine,blocks,commands,journeys,server,schemas,tests}/**/*.test.{ts,tsx}'];

/** Client stores live as long as their modules, so these files are isolated. */
const alone = ['{engine/client,journeys/*/client}/**/*.test.{ts,tsx}'];

function unitTests(
  name: string,
  own: Pick<InlineConfig, 'include' | 'exclude' | 'isolate' | 'globalSetup'>,
): TestProjectInlineConfiguration {
  return {
    // The compiler imports custom elements as text.
    plugins: [createBehaviourPlugin()],
    // As Node.js chooses: packages with two builds must not be loaded twice.
    ssr: { resolve: { conditions: ['module-sync', 'node'] } },
    test: {
      name,
      ...own,
      expect,
      setupFiles: ['tests/setup/silent-console.ts'],
      testTimeout: 90_000,
      hookTimeout: 60_000,
      // They wait for databases and processes most of the time.
      maxWorkers: 4,
      // A larger young generation: workers that keep all modules spend an eighth of their time in garbage collection otherwise.
      execArgv: ['--max-semi-space-size=64'],
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      unitTests('unit', {
        include: tests,
        exclude: ['tests/{e2e,fixtures}/**', ...alone],
        globalSetup: ['tests/setup/model-databases.ts'],
        // Reloading modules per file takes a fifth of the time; tests that change global state restore it.
        isolate: false,
      }),
      unitTests('unit-alone', { include: alone, isolate: true }),
      {
        // Both builds of React provide the functions of this form, whichever a test file loads first.
        oxc: { jsx: { development: false } },
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          expect,
          globalSetup: ['tests/setup/browser-and-server.ts'],
          // Reloading the site and modules per file, and reconnecting to the browser, takes a tenth of the time.
          isolate: false,
          // Each test server would compile and compress all pages: 6 s of a core.
          env: { PAGE_COMPRESSION: 'quick', PRECOMPILE_PAGES: 'none' },
          // Concurrent contexts in the browser.
          maxConcurrency: 4,
          // On a busy machine, one in some hundred runs fails by chance; retried tests are reported.
          retry: 1,
          testTimeout: 180_000,
          hookTimeout: 300_000,
          // A third of their time they wait for simulated phone networks and transitions.
          maxWorkers: 3,
        },
      },
    ],
  },
});
