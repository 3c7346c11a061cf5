import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { UserError } from '#engine/shared/errors.ts';

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Listens at a host and port.
 *
 * @throws UserError when the port is in use or not permitted, or the host is not an address of this machine
 */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => refuse({ host, port }, error));
}

/**
 * Checks whether a server could listen, before a command starts long work.
 *
 * @throws UserError as `listen`
 */
export async function probeAddress({ host, port }: Address): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening').catch((error: unknown) => refuse({ host, port }, error));
  probe.close();
  await once(probe, 'close');
}

function refuse({ host, port }: Address, error: unknown): never {
  const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined;
  if (reason === undefined) throw error;
  throw new UserError(`The server cannot listen at HOST ${host}, PORT ${port}: ${reason}`, { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already. Stop that one, or choose another port, such as PORT=3001.',
  EACCES: 'the system does not let this user take that port. Choose one above 1023, such as PORT=3000.',
  EADDRNOTAVAIL: 'this machine does not have that address. Choose another one, such as HOST=127.0.0.1.',
  ENOTFOUND: 'this host has no address. Choose another one, such as HOST=127.0.0.1.',
};
