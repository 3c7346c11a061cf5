import type { Stopper } from '#server/stop.ts';

/** Milliseconds after which a process that should have ended is ended: something that hangs may keep it, such as a database. */
const ENOUGH = 3_000;
const LAST_RESORT = 10_000;

/** SIGTERM and SIGINT stop the server in order; a second signal changes nothing. The process ends by itself, with code 0. */
export function stopOnSignals(stopper: Stopper, close?: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      void stopper.stop(signal).then(async () => {
        await close?.();
        setTimeout(() => process.exit(0), ENOUGH).unref();
        setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_RESORT).unref();
      });
    });
  }
}
