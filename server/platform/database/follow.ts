/** Something in the database that changes now and then. */
export interface Followed<State> {
  look(): Promise<State>;
  /** Differs for states that differ. */
  getName(state: State): string;
  /** Name of the state that is known before the first look. */
  readonly known: string;
  /** A state whose promise rejects counts as unknown and comes again at the next look. */
  onChange(state: State): void | Promise<void>;
  /** Called once for failures in a row. */
  onFailure(error: unknown): void;
  /** Calls `look` when something may have changed, to be quicker than the next look; returns how to end it. */
  listen?(look: () => void): () => void;
}

/** Milliseconds between two looks: what changes is known everywhere within a second. */
const POLL_INTERVAL_MS = 400;

/**
 * Looks at something now and whenever it changes. It asks, even where it listens: a table of a few rows costs next to nothing, both databases
 * answer alike, and nothing is missed while a connection is away.
 *
 * @returns once the first look was taken and its change applied, how to end it
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
