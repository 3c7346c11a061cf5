import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDevMiddleware } from 'vike/server';
import type { HotPayload, Plugin, ViteDevServer } from 'vite';
import { ReadWriteLock } from './read-write-lock.ts';
import { classifyChange } from './watch.ts';

/**
 * Vite's development server. It is replaced when its settings change (`vite.config.ts` with imports, `.env`, and those of Vike), with new
 * watchers, modules and connections.
 */
export interface DevVite {
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /**
   * Runs work with modules. A restart waits for running work, and later work waits for the restart, because a closed server loads no
   * modules. Not reentrant.
   */
  use<T>(work: (vite: ViteDevServer) => Promise<T>): Promise<T>;
  /** Calls back for the current server and for each replacement, before it handles requests. */
  onServer(follow: (vite: ViteDevServer) => void): void;
  /** Calls back after a replacement. */
  onRestart(listener: () => void): void;
  /** Sends to all open pages. */
  send(payload: HotPayload): void;
  close(): Promise<void>;
}

interface Places {
  readonly root: string;
  readonly basePath: string;
  /** HTTP server for connections to open pages. */
  readonly server: Server;
  /** Patterns of files that are not part of pages. */
  readonly notWatched: readonly string[];
}

/** Milliseconds in which changes of settings are merged into one restart. */
const SETTLE_MS = 200;

export async function startVite({ root, basePath, server, notWatched }: Places): Promise<DevVite> {
  const lock = new ReadWriteLock();
  const followers: ((vite: ViteDevServer) => void)[] = [];
  const listeners: (() => void)[] = [];
  let token: string | undefined;
  const plugin: Plugin = {
    name: 'vitrine:development',
    configResolved(config) {
      token ??= config.webSocketToken;
      // Without this, a page loaded during a restart has an outdated token and cannot reconnect.
      Object.assign(config, { webSocketToken: token });
    },
    configureServer(vite) {
      for (const follow of followers) follow(vite);
      const { restart } = vite;
      let begun: Promise<void> | null = null;
      vite.restart = (forceOptimize) => {
        begun ??= (async () => {
          // Several settings may change together, such as by a checkout.
          await sleep(SETTLE_MS);
          begun = null;
          await lock.exclusive(() => restart(forceOptimize));
          for (const listener of listeners) listener();
        })();
        return begun;
      };
    },
    hotUpdate: {
      order: 'pre',
      // Vite would reload pages before they are rendered, and again afterwards.
      handler({ file, modules, timestamp }) {
        const kind = classifyChange(relative(root, file).replaceAll('\\', '/'), 'change');
        if (kind === null || kind === 'program') return undefined;
        const seen = new Set<(typeof modules)[number]>();
        for (const module of modules) this.environment.moduleGraph.invalidateModule(module, seen, timestamp, true);
        return [];
      },
    },
  };
  const { viteServer: vite, devMiddleware } = await createDevMiddleware({
    root,
    viteConfig: {
      base: basePath,
      server: { hmr: { server }, watch: { ignored: [...notWatched] } },
      logLevel: 'warn',
      plugins: [plugin],
    },
  });
  return {
    middleware: devMiddleware,
    use: (work) => lock.shared(() => work(vite)),
    onServer(follow) {
      followers.push(follow);
      follow(vite);
    },
    onRestart: (listener) => void listeners.push(listener),
    send: (payload) => vite.ws.send(payload),
    close: () => vite.close(),
  };
}
