import type { GracefulShutdown } from '#server/app/shutdown.ts';

/** Milliseconds after which the process is terminated, in case something keeps it alive. */
const END_AFTER_MS = 3_000;
const KILL_AFTER_MS = 10_000;

/** On Windows, closing the console sends SIGHUP, and Ctrl+Break SIGBREAK; nothing else does. */
const STOPPING: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] : ['SIGTERM', 'SIGINT'];

/** Shuts the server down on these signals; further signals are ignored. The process then exits with code 0. */
export function stopOnSignals(stopper: GracefulShutdown, close?: () => Promise<void>): void {
  for (const signal of STOPPING) {
    process.on(signal, () => {
      void stopper.stop(signal).then(async () => {
        await close?.();
        setTimeout(() => process.exit(0), END_AFTER_MS).unref();
        setTimeout(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS).unref();
      });
    });
  }
}
