import { currentVersion, oldestVersion } from '../../migrations/migrate.ts';
import type { Rule } from '../rule.ts';

export const documentVersion: Rule = {
  id: 'document-version',
  severity: 'error',
  description: 'Every document is written in a version that this engine reads; older ones are migrated (D11).',
  written: function* ({ file, migration }) {
    if (migration === undefined || migration.status === 'current') return;
    const location = { file, path: ['version'] };
    const expected = String(currentVersion);
    if (migration.status === 'migrated') {
      yield {
        location,
        // A version that is written twice.
        follows: [{ ...location, at: 'key' }],
        severity: 'warning',
        message: `The document is written in version ${migration.from} and was migrated while it was read. Run "npm run migrate" to rewrite it.`,
        expected,
        found: migration.from,
      };
      return;
    }
    const { status, version } = migration;
    yield {
      location,
      message:
        status === 'too-new'
          ? `The document has version ${version}, but this engine knows versions up to ${currentVersion}. Bring the engine up to date and run "npm ci".`
          : `The document has version ${version}, but only version ${oldestVersion} and later can be migrated. Run "npm run migrate" of a release that knows version ${version} first.`,
      expected,
      found: version,
    };
  },
};
