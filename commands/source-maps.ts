import { UserError } from '#engine/shared/errors.ts';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { requireSettings, runCommand } from './run-command.ts';
import { makeBundle } from './source-maps/bundle.ts';
import { uploadBundle, type UploadService } from './source-maps/upload-bundle.ts';

const usage = {
  name: 'source-maps',
  summary: 'Gives the service that errors are reported to the source maps of the present build.',
  calls: { upload: 'uploads them under the name that reports of this build carry' },
  options: {
    'dry-run': { type: 'boolean', default: false, does: 'says what would be uploaded, and uploads nothing' },
  },
  positionals: 1,
} as const;

await runCommand(usage, async (args) => {
  const { values, positionals } = readArguments(usage, args);
  if (positionals[0] !== 'upload') throw createUsageError(usage, 'Say what to do.');
  const settings = requireSettings();
  const record = await readBuildRecord();
  if (record === null) throw new UserError('There is no build. Make one with "npm run build" first.');
  const { release } = record;
  const bundle = await makeBundle({ folder: getReleaseFolder(record), release, basePath: settings.basePath });
  const size = `${bundle.scripts.length} scripts with their source maps, ${Math.ceil(bundle.bytes.length / 1024)} KB, of the release ${release}`;
  if (values['dry-run']) {
    for (const script of bundle.scripts) console.log(script);
    return console.log(`Would upload ${size}.`);
  }
  await uploadBundle(bundle, release, requireService(settings.sourceMapService));
  console.log(`Uploaded ${size}.`);
});

/** @throws UserError that names missing settings */
function requireService(service: UploadService): UploadService {
  const names = { SENTRY_ORG: service.organization, SENTRY_PROJECT: service.project, SENTRY_AUTH_TOKEN: service.token };
  const missing = Object.entries(names).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (missing.length > 0)
    throw new UserError(`Source maps need ${missing.join(', ')} in the environment. docs/settings.md explains them.`);
  return service;
}
