import { expect, test } from 'vitest';
import { resolveProgram } from '#tests/setup/resolve-program.ts';
import { startServer } from '#tests/helpers/server.ts';

// Windows ends what it is asked to end at once; in a console there, Ctrl+C reaches the server itself.
test.skipIf(process.platform === 'win32').each(['start', 'serve'])(
  '"npm run %s" passes a signal on, and the server has stopped in order when npm ends',
  async (script) => {
    const [program, ...npm] = resolveProgram('npm');
    // The address that the pages of the build were made for: with another one "npm start" would make them anew.
    const env = { PUBLIC_ORIGIN: 'http://localhost:3000' };
    const server = await startServer({ program, command: [...npm, 'run', '--silent', script], env });
    expect(await isThere(server.origin)).toBe(true);
    expect(await server.stop()).toBe(0);
    expect(await isThere(server.origin)).toBe(false);
    expect(server.output()).not.toMatch(/error|npm ERR/i);
  },
);

const isThere = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
