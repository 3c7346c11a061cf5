import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('npm run dev ends at once on a port that another program has, and says what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const env = { ...process.env, NODE_ENV: undefined, PORT: String(port) };
  const started = promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../commands/dev.ts')], { env });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: `The server cannot listen at HOST 127.0.0.1, PORT ${port}: another program listens there already. Stop that one, or choose another port, such as PORT=3001.\n`,
  });
  taken.close();
});
