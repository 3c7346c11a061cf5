import { afterEach, beforeEach, vi } from 'vitest';

/*
 * A warning or an error on the console fails the test that caused it. A test that expects one replaces the
 * method itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const said: string[] = [];

beforeEach(() => {
  said.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      said.push(`console.${method}: ${values.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`The test wrote to the console unexpectedly.\n${said.join('\n')}`);
});
