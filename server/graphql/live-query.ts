import { Repeater } from 'graphql-yoga';
import { topics } from '#server/platform/events/pub-sub.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import type { GraphqlContext } from './context.ts';
import { toPublicError, tooManyOpen } from './errors.ts';
import { maskError, requireCaller } from './guard.ts';
import type { OperationCallers } from './may-call.ts';

interface MovingList<Args> {
  readonly permission: OperationCallers;
  /** Topic that is published when the data changes. @throws GraphQLError without one */
  readonly moves: string | ((args: Args) => string);
}

/** Reads the data as its query does, with the same permission check. */
type Read<Args> = (parent: unknown, args: Args, context: GraphqlContext) => Promise<unknown>;

/** Milliseconds. */
const movingLimits = {
  /** Maximum time until data and permissions are read again without a published change. */
  lookAgain: 10_000,
  /** Minimum time between two reads. */
  pauseMs: 500,
  /** Delay before the next read after a database outage. */
  afterOutageMs: 1_000,
} as const;

/**
 * A query as a subscription: sends the data at once, and again whenever it differs, whichever node changed it. The caller's permissions are
 * checked before each read, so the subscription ends with the session, the token or the permission. A database outage does not end it.
 */
export function createLiveQuery<Args extends object>(
  name: string,
  { permission, moves }: MovingList<Args>,
  read: Read<Args>,
) {
  return {
    subscribe(_parent: unknown, args: Args, context: GraphqlContext) {
      requireCaller(permission, context.visitor);
      const topic = typeof moves === 'string' ? moves : moves(args);
      return new Repeater<Readonly<Record<string, unknown>>>(async (push, stop) => {
        const place = context.subscriptions.take(context.network, () => stop(tooManyOpen));
        if (typeof place === 'string') return stop(tooManyOpen);
        let sent = '';
        const look = async (): Promise<void> => {
          const visitor = await context.again();
          if (visitor === null) throw ended;
          const list = await read(null, args, { ...context, visitor });
          const words = JSON.stringify(list);
          if (words !== sent) void push({ [name]: list });
          sent = words;
        };
        const end = lookWhenever(context, topic, look, (error) => {
          const shown = maskError(error, name, context);
          if (sent !== '' && isTemporaryFailure(error)) return 'again';
          stop(shown);
          return 'over';
        });
        await stop;
        end();
        place();
      });
    },
  };
}

/**
 * Reads after each published change and at intervals, never concurrently. Subscribes before the first read.
 *
 * @param failed receives an error, and returns whether to continue
 * @returns stops reading
 */
function lookWhenever(
  { ports: { pubSub } }: GraphqlContext,
  topic: string,
  look: () => Promise<void>,
  failed: (error: unknown) => 'again' | 'over',
): () => void {
  let state: 'idle' | 'looking' | 'asked again' | 'over' = 'idle';
  const wake = (): void => {
    if (state === 'looking') state = 'asked again';
    if (state !== 'idle') return;
    state = 'looking';
    look().then(
      () => setTimeout(rest, movingLimits.pauseMs).unref(),
      (error: unknown) => {
        if (state === 'over' || failed(error) === 'over') return;
        state = 'asked again';
        setTimeout(rest, movingLimits.afterOutageMs).unref();
      },
    );
  };
  const rest = (): void => {
    if (state === 'over') return;
    const isAsked = state === 'asked again';
    state = 'idle';
    if (isAsked) wake();
  };
  const quiet = [pubSub.subscribe(topic, wake), pubSub.subscribe(topics.staffSessions, wake)];
  const timer = setInterval(wake, movingLimits.lookAgain).unref();
  wake();
  return () => {
    state = 'over';
    clearInterval(timer);
    for (const end of quiet) end();
  };
}

const ended = toPublicError('UNAUTHENTICATED', 'The session or the token has ended.');
