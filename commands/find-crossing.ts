import type { Finding } from '#engine/shared/finding.ts';
import { CrossingError } from '#engine/compile/assets/encode-file.ts';
import type { GradedCrop, ResolveResult } from '#engine/documents/types.ts';

/**
 * Findings of `npm run check` for an image that exceeds the limit of its grade, when preparing a site's files failed because of it; `null` for other failures.
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
