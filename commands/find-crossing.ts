import type { Finding } from '#engine/shared/finding.ts';
import { CrossingError } from '#engine/compile/assets/make-file.ts';
import type { GradedCrop, ResolveResult } from '#engine/documents/types.ts';

/**
 * The findings of `npm run check` for an image that crosses the limit of its grade, when the files of a site cannot be made for it; `null` for any
 * other failure.
 *
 * @param resolveWith resolves the documents of that site again
 */
export async function findCrossing(
  error: unknown,
  resolveWith: (crossing: readonly GradedCrop[]) => ResolveResult | Promise<ResolveResult>,
): Promise<readonly Finding[] | null> {
  if (!(error instanceof CrossingError)) return null;
  const result = await resolveWith([error.crop]);
  return result.ok ? null : result.findings;
}
