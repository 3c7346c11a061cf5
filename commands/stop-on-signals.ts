import type { GracefulShutdown } from '#server/app/shutdown.ts';

/** Milliseconds after which a process that should have ended is ended: something that hangs may keep it, such as a database. */
const END_AFTER_MS = 3_000;
const KILL_AFTER_MS = 10_000;

/** On Windows a console that is closed sends SIGHUP, and Ctrl+Break SIGBREAK; nothing else sends them there. */
const STOPPING: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] : ['SIGTERM', 'SIGINT'];

/** These signals stop the server in order; a second one changes nothing. The process ends by itself, with code 0. */
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
