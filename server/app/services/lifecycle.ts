import type { GracefulShutdown } from '#server/app/shutdown.ts';

/** Whether the server is stopping. Separate from shutdown, because services are created first. */
export class Lifecycle {
  #stopper: GracefulShutdown | null = null;

  follow(stopper: GracefulShutdown): void {
    this.#stopper = stopper;
  }

  readonly isDraining = (): boolean => this.#stopper?.draining ?? false;
}
