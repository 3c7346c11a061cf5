import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { behaviourPlugin } from './engine/vike/behaviour-plugin.ts';
import { LongestFirst } from './tests/setup/longest-first.ts';

/** Milliseconds: a busy machine takes its time; what is waited for and never comes is a failure all the same. */
const expect = { poll: { timeout: 60_000 } };

const tests = ['{engine,blocks,commands,journeys,server,schemas,tests}/**/*.test.{ts,tsx}'];

/** Stores of the browser live as long as its modules, so each of these files loads its own. */
const alone = ['{engine/client,journeys/*/client}/**/*.test.{ts,tsx}'];

function unitTests(
  name: string,
  own: Pick<InlineConfig, 'include' | 'exclude' | 'isolate' | 'globalSetup'>,
): TestProjectInlineConfiguration {
  return {
    // The compiler imports custom elements as text.
    plugins: [behaviourPlugin()],
    // As Node itself chooses: packages with two builds must not be loaded twice.
    ssr: { resolve: { conditions: ['module-sync', 'node'] } },
    test: {
      name,
      ...own,
      expect,
      setupFiles: ['tests/setup/silent-console.ts'],
      testTimeout: 90_000,
      hookTimeout: 60_000,
      // Much of their time they wait for databases and processes.
      maxWorkers: 4,
      // A worker that keeps the modules of all files spends an eighth of its time on the objects of single tests otherwise.
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
        // To load the modules of each file anew takes a fifth of the time; a test that changes what others see puts it back.
        isolate: false,
      }),
      unitTests('unit-alone', { include: alone, isolate: true }),
      {
        // Both builds of React have the functions of this form, whichever a file of tests loads first.
        oxc: { jsx: { development: false } },
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          expect,
          globalSetup: ['tests/setup/browser-and-server.ts'],
          // To load the site and the modules of each file anew, and to connect to the browser again, takes a tenth of the time.
          isolate: false,
          // Each server has an origin of its own in all of its pages and would compile and compress them anew: 6 s of a core.
          env: { PAGE_COMPRESSION: 'quick', PRECOMPILE_PAGES: 'none' },
          // Contexts open at a time in the one browser.
          maxConcurrency: 4,
          // A busy machine fails one in some hundred walks for reasons of its own; the run names each that needed a second try.
          retry: 1,
          testTimeout: 180_000,
          hookTimeout: 300_000,
          // A third of their time they wait for the network of a phone, for transitions and for silence.
          maxWorkers: 3,
        },
      },
    ],
  },
});
