import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take longest, the slowest first: one of them that began last would run alone at the end. */
export const MAX_LENGTH: readonly string[] = [
  'tests/contract/engine-alone.test.ts',
  'tests/contract/guides.test.ts',
  'engine/cli/new/new.test.ts',
  'tests/commands/documented-commands.test.ts',
  'server/http/routes/admin/attack-table.test.ts',
  'server/site/experiments/consented/agreed-counts.test.ts',
  'tests/commands/experimenter-walk.test.ts',
  'server/app/erasure.test.ts',
  'tests/contract/other-systems.test.ts',
  'tests/e2e/development.test.ts',
  'tests/e2e/failed-build.test.ts',
  'tests/e2e/client-navigation.test.ts',
  'tests/e2e/pages.test.ts',
  'tests/e2e/block-examples.test.ts',
  'tests/e2e/admin-pages.test.ts',
  'tests/e2e/consent-walk.test.ts',
  'tests/e2e/publish-walk.test.ts',
  'tests/e2e/costs.test.ts',
  'tests/e2e/staff-sign-in.test.ts',
];

/** Begins with the files that take longest; a fresh clone has no times of an earlier run to order them by. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = MAX_LENGTH.findIndex((file) => moduleId.endsWith(file));
      return index < 0 ? MAX_LENGTH.length : index;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- A method of Vitest, not of an array.
    const bySize = await super.sort(files);
    return bySize.toSorted((a, b) => rank(a) - rank(b));
  }
}
