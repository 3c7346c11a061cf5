import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDevMiddleware } from 'vike/server';
import type { HotPayload, Plugin, ViteDevServer } from 'vite';
import { ReadWriteLock } from './read-write-lock.ts';
import { classifyChange } from './watch.ts';

/**
 * Vite's development server. It replaces itself when its settings change, which are `vite.config.ts` with what it imports, `.env` and what
 * Vike reads: with another watcher, other modules and other connections to browsers.
 */
export interface DevVite {
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /**
   * Works with modules. A restart waits until the work is done, and work that comes during one waits for its end: modules of a closed server
   * load nothing more. Never call it inside of itself.
   */
  use<T>(work: (vite: ViteDevServer) => Promise<T>): Promise<T>;
  /** Calls back for the server as it is, and for each that takes its place, before it answers anything. */
  onServer(follow: (vite: ViteDevServer) => void): void;
  /** Calls back when another server has taken over. */
  onRestart(listener: () => void): void;
  /** To all open pages. */
  send(payload: HotPayload): void;
  close(): Promise<void>;
}

interface Places {
  readonly root: string;
  readonly basePath: string;
  /** Connections to open pages come over it. */
  readonly server: Server;
  /** Patterns of files that no page is made of. */
  readonly notWatched: readonly string[];
}

/** Milliseconds in which saves of settings lead to one restart. */
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
      // A page that loads while a server is replaced has the token of the one before, with which it would never connect again.
      Object.assign(config, { webSocketToken: token });
    },
    configureServer(vite) {
      for (const follow of followers) follow(vite);
      const { restart } = vite;
      let begun: Promise<void> | null = null;
      vite.restart = (forceOptimize) => {
        begun ??= (async () => {
          // Several settings are often saved together, as by a checkout.
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
      // Vite would reload pages before the new ones are rendered, and once more after that.
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
