import type { Site } from '#engine/documents/types.ts';
import { buildRedirectTarget } from '#server/http/routes/forms/responses.ts';
import { listDocumentedJourneys } from '#server/forms/answer-form.ts';
import { resolveEffect } from '#server/forms/resolve-effect.ts';
import type { Effect } from '#server/forms/effect.ts';
import type { NextScreen } from '#server/forms/operation.ts';
import type { ServerJourney } from '#server/forms/server-journey.ts';
import type { AnyResult, OutcomeContext } from '#server/forms/use-case.ts';

/** Result of an operation in terms of the equivalent form. */
export interface Consequence {
  /** `null` for a use case without a form. */
  readonly effect: Effect | null;
  /** Path of the form after `/do/`; `null` without one. */
  readonly path: string | null;
}

/** The effect of an operation's outcome, as the document of its journey defines it. */
export function resolveConsequence(
  journey: ServerJourney,
  useCase: string,
  answer: AnyResult,
  context: OutcomeContext<unknown>,
): Consequence {
  const { site } = context.place;
  const [documented] = listDocumentedJourneys([journey], site);
  const [form, written] =
    Object.entries(documented?.document.forms ?? {}).find(([, each]) => each.useCase === useCase) ?? [];
  if (documented === undefined || form === undefined) return { effect: null, path: null };
  const { document, useCases } = documented;
  const hooks = useCases.get(useCase) ?? {};
  const effect = resolveEffect({ site, document, journey, hooks, useCase, form, caller: 'program', answer, context });
  return { effect, path: written?.post ?? null };
}

/** What a page with the form shows after an operation. */
export function toNextScreen(effect: Effect | null, site: Site): NextScreen {
  return {
    address: effect !== null && 'to' in effect ? (locale) => buildRedirectTarget(effect, site, locale) : null,
    asksPage: effect === null || asksPage(effect, site),
  };
}

export const onlyThePage: NextScreen = { address: null, asksPage: true };

/** Whether only a page can show the effect: forms without own errors, and messages with a link. */
function asksPage(effect: Effect, site: Site): boolean {
  if ('to' in effect || 'retryAfterSeconds' in effect) return false;
  if (!('refused' in effect) || effect.refused.length === 0) return true;
  return effect.refused.some(({ message }) =>
    site.journeys.some((journey) => (journey.messageLink?.(message, site) ?? null) !== null),
  );
}
