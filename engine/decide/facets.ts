import type { Consent } from '#engine/shared/consent.ts';
import { UserError } from '#engine/shared/errors.ts';
import { findNextWindowBoundary, computeWindowState } from '#engine/shared/wall-time.ts';
import { FULL_FACET } from '#engine/documents/forms/full-facet.ts';
import type { Facets, ResolvedBlock, ResolvedDocument, SiteJourney } from '#engine/documents/types.ts';
import { isWebViewQuery } from '#engine/routing/web-view.ts';
import type { TimeWindow } from '#schemas/generated/documents.ts';
import { minNullable } from './min-nullable.ts';
import type { FacetContext, FacetDefinition } from './journey.ts';

/** A facet that a document names. */
export interface PlannedFacet {
  readonly name: string;
  readonly definition: FacetDefinition;
}

export interface ReadFacets {
  readonly facets: Facets;
  readonly validUntil: number | null;
}

const NO_FACETS: ReadFacets = { facets: Object.freeze({}), validUntil: null };

/**
 * Exactly the facets that a document names.
 *
 * @param given Values with priority over the visitor's.
 */
export function readFacets(planned: readonly PlannedFacet[], context: FacetContext, given?: Facets): ReadFacets {
  if (planned.length === 0) return NO_FACETS;
  const facets: Record<string, string> = {};
  let validUntil: number | null = null;
  for (const { name, definition } of planned) {
    const value = given?.[name] ?? definition.read(context);
    facets[name] = value;
    if (definition.holdsUntil !== undefined) validUntil = minNullable(validUntil, definition.holdsUntil(context));
    context.trace?.({ step: 'facet', note: `The facet "${name}" is "${value}".` });
  }
  return { facets, validUntil };
}

/** Consent of a visitor: `unknown`, `refused`, or `granted` for at least one purpose. */
export const CONSENT_FACET = 'consent';

function consentFacet(consent: Consent | null): string {
  if (consent === null) return 'unknown';
  return consent.length > 0 ? 'granted' : 'refused';
}

/** Facets of the engine; all others belong to journeys. */
const own: Readonly<Record<string, FacetDefinition>> = {
  [CONSENT_FACET]: {
    reads: ['Cookie'],
    read: ({ facts: { consent } }) => consentFacet(consent),
  },
  webView: {
    read: ({ query, site, trace }) =>
      isWebViewQuery(query, site, trace && ((note) => trace({ step: 'facet', note }))) ? 'yes' : 'no',
  },
};

/** @throws if the facet is unknown */
export function planFacet(name: string, document: ResolvedDocument, journeys: readonly SiteJourney[]): PlannedFacet {
  const definition = name.startsWith(WINDOW)
    ? findWindowFacet(name.slice(WINDOW.length), document)
    : name.startsWith(FULL_FACET)
      ? fullFacet(name.slice(FULL_FACET.length))
      : [{ facets: own }, ...journeys].map(({ facets }) => facets?.[name]).find((found) => found !== undefined);
  if (definition !== undefined) return { name, definition };
  throw new UserError(
    `The facet "${name}" of ${document.file} cannot be read: it is neither a condition nor the window or the form of a block.`,
  );
}

const WINDOW = 'window:';

/** The state of a block's own time window. */
function findWindowFacet(id: string, document: ResolvedDocument): FacetDefinition | undefined {
  const window = findBlock(document.blocks, id)?.window;
  return window && windowFacet(window);
}

function windowFacet(window: TimeWindow): FacetDefinition {
  return {
    read: ({ facts }) => computeWindowState(window, facts.now),
    holdsUntil: ({ facts }) => findNextWindowBoundary(window, facts.now),
  };
}

/** Whether all places of a form document are taken, if known. */
const fullFacet = (form: string): FacetDefinition => ({
  read: ({ facts }) => (facts.fullForms?.has(form) === true ? 'yes' : 'no'),
});

function findBlock(blocks: readonly ResolvedBlock[], id: string): ResolvedBlock | undefined {
  for (const block of blocks) {
    const found = block.id === id ? block : findBlock(block.blocks, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
