import { Repeater } from 'graphql-yoga';
import { createPort } from '#server/forms/answer-form.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import type { AnyMutation, AnyQuery, AnySubscription, Caller, OperationPorts } from '#server/forms/operation.ts';
import type { ServerJourney } from '#server/forms/server-journey.ts';
import { applySessionChange } from '#server/forms/session-change.ts';
import { signInMember } from '#server/forms/sign-in-member.ts';
import type { MembersPort } from '#server/forms/use-case.ts';
import type { ConcurrencyLimits } from '#server/platform/limits/concurrency-limiter.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { type GraphqlContext, replaceSession, pushEvents } from './context.ts';
import { toPublicError, tooManyOpen } from './errors.ts';
import { resolveConsequence, toNextScreen, onlyThePage } from './next-screen.ts';
import { guardResolver, requireRecentAuth, maskError, requireCaller } from './guard.ts';
import { checkKey, withIdempotencyKey } from './idempotent.ts';

/** A query of a journey as a GraphQL resolver. */
export function createQueryResolver(name: string, query: AnyQuery, journey: ServerJourney, members: MembersPort) {
  return guardResolver(name, query.callers, (args: object, context) =>
    // Checked edge: GraphQL validated the arguments against the journey's schema.
    query.answer(args as never, toCaller(context), buildPorts(context, journey, members)),
  );
}

/** Arguments of every mutation. */
interface MutationArgs {
  readonly idempotencyKey?: string | null;
}

/**
 * A mutation of a journey as a GraphQL resolver: runs once per idempotency key, and applies the effect of its outcome to the session.
 *
 * Effects are defined by the document of the journey.
 */
export function createMutationResolver(
  name: string,
  mutation: AnyMutation,
  journey: ServerJourney,
  members: MembersPort,
) {
  const port = createPort(mutation.useCase, members);
  return guardResolver(name, mutation.callers, async (args: MutationArgs, context) => {
    if (mutation.requiresReauth) requireRecentAuth(context.visitor);
    const prepared = await mutation.prepare(args as never, toCaller(context), buildPorts(context, journey, members));
    if ('data' in prepared) return { next: onlyThePage, ...prepared.data };
    const { request, place = context.site.noPlace() } = prepared;
    const body = mutation.fingerprint?.(args as never, request as never);
    const answer =
      body === undefined
        ? await port(request)
        : await withIdempotencyKey(
            context.ports,
            { operation: name, key: args.idempotencyKey, body },
            () => port(request),
            ({ outcome }) => mutation.idempotentOutcomes?.includes(outcome) ?? false,
          );
    if (answer === 'key-reused') return { code: 'KEY_REUSED', errors: [], next: onlyThePage };
    const { session } = context.visitor;
    const { effect, path } = resolveConsequence(journey, mutation.useCase, answer, { request, place, session });
    if (effect && 'to' in effect && effect.session !== undefined)
      replaceSession(context, applySessionChange(session, effect.session));
    if (effect && 'to' in effect)
      context.cookies.push(
        ...(await signInMember(
          { ports: context.ports, issueAccessToken: context.staff.issueAccessToken },
          effect.signInMemberId,
          readCookies(context.incoming.headers.cookie),
        )),
      );
    // All other effects are shown by a page, to which the form is posted.
    if (mutation.counted && path !== null && effect && ('to' in effect || 'refused' in effect))
      context.site.answered(path, effect, context.incoming);
    const next = toNextScreen(effect, place.site);
    pushEvents(context, effect, next);
    const reply = {
      code: toErrorCode(answer.outcome),
      errors: effect && 'refused' in effect ? effect.refused : [],
      ...('retryAfterSeconds' in answer && { retryAfterSeconds: answer['retryAfterSeconds'] }),
      next,
    };
    // Checked edge: the outcome belongs to the use case of the mutation.
    return mutation.data(answer as never, reply as never);
  });
}

/** Maximum open subscriptions. A page opens one; each costs work on every change. */
export const subscriptionLimits: ConcurrencyLimits = { perNetwork: 2_000, total: 20_000 };

/** A subscription of a journey as a GraphQL resolver. */
export function createSubscriptionResolver(name: string, subscription: AnySubscription, members: MembersPort) {
  const refusal = toPublicError('FORBIDDEN', subscription.refusal);
  return {
    subscribe(_parent: unknown, _args: unknown, context: GraphqlContext) {
      requireCaller(subscription.callers, context.visitor);
      const subject = subscription.subject(toCaller(context));
      if (subject === null) throw refusal;
      return new Repeater<Readonly<Record<string, unknown>>>(async (push, stop) => {
        const place = context.subscriptions.take(context.network, () => stop(tooManyOpen));
        if (typeof place === 'string') return stop(tooManyOpen);
        try {
          // Checked edge: the subject was returned by the same subscription.
          const end = subscription.watch(subject as never, members, {
            next: (data) => void push({ [name]: data }),
            end: (error) => stop(error === undefined ? undefined : maskError(error, name, context)),
          });
          if (end === null) return stop(refusal);
          await stop;
          end();
        } catch (error) {
          stop(maskError(error, name, context));
        } finally {
          place();
        }
      });
    },
  };
}

function toCaller({ visitor, network, referrer, site, incoming }: GraphqlContext): Caller {
  const { session, formKey, subject } = visitor;
  return { session, formKey, subject, network, referrer, attribution: site.readAttribution(incoming) };
}

function buildPorts(context: GraphqlContext, journey: ServerJourney, members: MembersPort): OperationPorts {
  const { site, incoming, network } = context;
  return {
    members,
    site: {
      formPlace: (question) => site.formPlace(question, incoming, network),
      text: site.text,
      publicOrigin: site.publicOrigin,
      landingPath: site.landingPath,
      nextScreen(useCase, answer, request) {
        const place = site.noPlace();
        const { effect } = resolveConsequence(journey, useCase, answer, {
          request,
          place,
          session: context.visitor.session,
        });
        const next = toNextScreen(effect, place.site);
        pushEvents(context, effect, next);
        return next;
      },
      journeyDocument: site.journeyDocument,
    },
    error: toPublicError,
    checkKey,
  };
}
