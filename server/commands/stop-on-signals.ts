import type { Stopper } from '#server/stop.ts';

/** SIGTERM and SIGINT stop the server in order; a second signal changes nothing. */
export function stopOnSignals(stopper: Stopper, close?: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      void stopper.stop(signal).then(async () => {
        await close?.();
        process.exit(0);
      });
    });
  }
}
