import type { DocumentId, ResolvedDocument } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { OpenRegistration } from './facts.ts';

/**
 * Page of the first missing step before the step of this page; `null` for pages without a step, or with none missing. If several flows
 * contain the page, the visitor's flow counts.
 */
export function findMissingStep(
  { id, bases }: Pick<ResolvedDocument, 'id' | 'bases'>,
  { flow: begun, done }: Pick<OpenRegistration, 'flow' | 'done'>,
  { flows, forms }: JourneyDocument,
): DocumentId | null {
  // With an unreadable draft, the visitor is not sent back.
  if (done === undefined) return null;
  const isHere = (page: DocumentId | undefined): boolean => page !== undefined && [id, ...bases].includes(page);
  const here = Object.entries(flows).filter(([, { steps }]) => steps.some(({ page }) => isHere(page)));
  const steps = (here.find(([flow]) => flow === begun) ?? here[0])?.[1].steps ?? [];
  const before = steps.slice(
    0,
    Math.max(
      0,
      steps.findIndex(({ page }) => isHere(page)),
    ),
  );
  const missing = before.find(({ name }) => !done.includes(name));
  return missing === undefined ? null : (missing.page ?? forms[missing.form]?.page ?? null);
}
