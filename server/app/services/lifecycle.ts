import type { Stopper } from '#server/app/stop.ts';

/** Whether the server is stopping: services are made before the one that stops them. */
export class Lifecycle {
  #stopper: Stopper | null = null;

  follow(stopper: Stopper): void {
    this.#stopper = stopper;
  }

  readonly isDraining = (): boolean => this.#stopper?.draining ?? false;
}
