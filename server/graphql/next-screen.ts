import type { Site } from '#engine/documents/types.ts';
import { redirectTarget } from '#server/http/routes/forms/responses.ts';
import { documentedJourneys } from '#server/forms/answer-form.ts';
import { resolveEffect } from '#server/forms/resolve-effect.ts';
import type { Effect } from '#server/forms/effect.ts';
import type { NextScreen } from '#server/forms/operation.ts';
import type { ServerJourney } from '#server/forms/server-journey.ts';
import type { AnyAnswer, Asked } from '#server/forms/use-case.ts';

/** What became of an operation, in the terms of the form that stands for it. */
export interface Consequence {
  /** `null` for a use case that no form stands for. */
  readonly effect: Effect | null;
  /** Address of that form below `/do/`; `null` without one. */
  readonly path: string | null;
}

/** What the document of a journey says of the outcome of an operation. */
export function resolveConsequence(
  journey: ServerJourney,
  useCase: string,
  answer: AnyAnswer,
  asked: Asked<unknown>,
): Consequence {
  const { site } = asked.place;
  const [documented] = documentedJourneys([journey], site);
  const [form, written] =
    Object.entries(documented?.document.forms ?? {}).find(([, each]) => each.useCase === useCase) ?? [];
  if (documented === undefined || form === undefined) return { effect: null, path: null };
  const { document, useCases } = documented;
  const hooks = useCases.get(useCase) ?? {};
  const effect = resolveEffect({ site, document, journey, hooks, useCase, form, caller: 'program', answer, asked });
  return { effect, path: written?.post ?? null };
}

/** What the form of a page is to show after an operation. */
export function toNextScreen(effect: Effect | null, site: Site): NextScreen {
  return {
    address: effect !== null && 'to' in effect ? (locale) => redirectTarget(effect, site, locale) : null,
    asksPage: effect === null || asksPage(effect, site),
  };
}

export const onlyThePage: NextScreen = { address: null, asksPage: true };

/** A form without errors of its own, or one whose message has a link, is shown by the page alone. */
function asksPage(effect: Effect, site: Site): boolean {
  if ('to' in effect || 'retryAfterSeconds' in effect) return false;
  if (!('refused' in effect) || effect.refused.length === 0) return true;
  return effect.refused.some(({ message }) =>
    site.journeys.some((journey) => (journey.messageLink?.(message, site) ?? null) !== null),
  );
}
