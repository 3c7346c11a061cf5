import type { GracefulShutdown } from '#server/app/shutdown.ts';

/** Whether the server is stopping: services are made before the one that stops them. */
export class Lifecycle {
  #stopper: GracefulShutdown | null = null;

  follow(stopper: GracefulShutdown): void {
    this.#stopper = stopper;
  }

  readonly isDraining = (): boolean => this.#stopper?.draining ?? false;
}
