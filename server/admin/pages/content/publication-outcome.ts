import type { Finding } from '#engine/shared/finding.ts';
import type { PublicationOutcome } from '#schemas/generated/graphql/resolvers.ts';
import type { AdminMutation, MutationCaller } from '#server/admin/operation.ts';
import type { PublishOutcome, RollBackOutcome, WithdrawOutcome } from '#server/site/publications/publications.ts';

/** A mutation that changes the live content. */
export const createPublicationMutation = <Args>(
  run: (args: Args, caller: MutationCaller) => Promise<PublicationOutcome>,
): AdminMutation<Args, PublicationOutcome> => ({
  permission: 'publish',
  idempotentOutcomes: ['PUBLISHED', 'WITHDRAWN'],
  run,
});

export function toPublicationOutcome(outcome: PublishOutcome | RollBackOutcome | WithdrawOutcome): PublicationOutcome {
  switch (outcome.code) {
    case 'PUBLISHED': {
      const { code, revision, goesLiveAt } = outcome;
      return { code, revision, goesLiveAt: new Date(goesLiveAt).toISOString() };
    }
    case 'REFUSED':
      return { code: 'REFUSED', findings: outcome.findings.map(toFinding) };
    case 'CONFLICT':
      return {
        code: 'CONFLICT',
        conflicts: outcome.files.map(({ path }) => path),
        scheduled: outcome.scheduled.map(({ path: file, revision, goesLiveAt, mayOverride }) => ({
          file,
          revision,
          goesLiveAt: new Date(goesLiveAt).toISOString(),
          mayOverride,
        })),
      };
    case 'UNSEEN':
      return { code: 'CONFLICT', conflicts: [], scheduled: [] };
    case 'EMPTY':
    case 'OWN_CHANGES':
    case 'WITHDRAWN':
      return { code: outcome.code };
    case 'NO_DRAFT':
    case 'NO_REVISION':
    case 'NOT_SCHEDULED':
      return { code: 'UNKNOWN' };
  }
}

export const toFinding = ({ rule, file, line, column, message }: Finding) => ({ rule, file, line, column, message });
