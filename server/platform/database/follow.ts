/** State in the database to be observed. */
export interface Followed<State> {
  look(): Promise<State>;
  /** Different for different states. */
  getName(state: State): string;
  /** Name of the initially known state. */
  readonly known: string;
  /** When the promise rejects, the state counts as unknown and is passed again by the next poll. */
  onChange(state: State): void | Promise<void>;
  /** Called once for consecutive failures. */
  onFailure(error: unknown): void;
  /** Calls `look` on a notification, ahead of the next poll; returns how to unsubscribe. */
  listen?(look: () => void): () => void;
}

/** Poll interval in milliseconds; changes reach all processes within a second. */
const POLL_INTERVAL_MS = 400;

/**
 * Observes a state. Polls in addition to notifications: a table of a few rows is cheap to read, both databases behave alike, and nothing is missed
 * while a connection is down.
 *
 * @returns how to stop, once the first state was applied
 */
export async function follow<State>(followed: Followed<State>): Promise<() => Promise<void>> {
  let { known } = followed;
  let isFailing = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      const state = await followed.look();
      const name = followed.getName(state);
      if (!isOver && name !== known) {
        await followed.onChange(state);
        known = name;
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isOver) followed.onFailure(error);
      isFailing = true;
    }
  };
  let isWaiting = false;
  let looking = look();
  const lookAgain = (): void => {
    if (isOver || isWaiting) return;
    isWaiting = true;
    clearTimeout(timer);
    looking = looking.then(async () => {
      isWaiting = false;
      await look();
      plan();
    });
  };
  const plan = (): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(lookAgain, POLL_INTERVAL_MS).unref();
  };
  const unlisten = followed.listen?.(lookAgain);
  await looking;
  plan();
  return () => {
    isOver = true;
    unlisten?.();
    clearTimeout(timer);
    return looking;
  };
}
