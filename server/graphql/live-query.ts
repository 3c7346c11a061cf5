import { Repeater } from 'graphql-yoga';
import { topics } from '#server/platform/events/pub-sub.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import type { GraphqlContext } from './context.ts';
import { publicError, tooManyOpen } from './errors.ts';
import { maskError, requireCaller } from './guard.ts';
import type { OperationCallers } from './may-call.ts';

interface MovingList<Args> {
  readonly permission: OperationCallers;
  /** What is announced when it changes. @throws GraphQLError where nothing is */
  readonly moves: string | ((args: Args) => string);
}

/** Reads the list as its query does, for anyone who may. */
type Read<Args> = (parent: unknown, args: Args, context: GraphqlContext) => Promise<unknown>;

/** Milliseconds. */
const movingLimits = {
  /** After which a list is read again though nobody announced a change, and its reader asked who they are. */
  lookAgain: 10_000,
  /** Between two readings: a list that changes all the time costs no more. */
  pauseMs: 500,
  /** Until a list that could not be read for an outage of the database is read again. */
  afterOutageMs: 1_000,
} as const;

/**
 * A list as a subscription: sent at once, and anew whenever it reads differently, on whichever node it changed. Anyone who reads is looked up
 * before each reading, so that the end of a session, of a token or of a permission is the end of the subscription. An outage of the database
 * is not: nothing is sent until it is back.
 */
export function liveQuery<Args extends object>(
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
 * Looks now, after each announcement and now and then; never twice at a time. Listens before it looks.
 *
 * @param failed Is given what went wrong, and says whether to look again.
 * @returns ends that
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
  const quiet = [pubSub.listen(topic, wake), pubSub.listen(topics.staffSessions, wake)];
  const timer = setInterval(wake, movingLimits.lookAgain).unref();
  wake();
  return () => {
    state = 'over';
    clearInterval(timer);
    for (const end of quiet) end();
  };
}

const ended = publicError('UNAUTHENTICATED', 'The session or the token has ended.');
