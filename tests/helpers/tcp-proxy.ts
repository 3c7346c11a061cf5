import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Drops every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts connections and answers nothing any more. */
  hang(): void;
  /** Works again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Stands between a client and a socket on this machine, and fails in the ways networks fail. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on('data', (data) => silent || upstream.write(data));
    upstream.on('data', (data) => silent || client.write(data));
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const drop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    refuse: drop,
    hang: () => {
      silent = true;
    },
    restore: async () => {
      silent = false;
      await drop();
      await listen(port);
    },
    close: drop,
  };
}
