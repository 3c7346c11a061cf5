import { expect, test } from 'vitest';
import { type Environment, readSettings } from '#server/platform/settings/read-settings.ts';
import { hashDeployment } from './build-inputs.ts';

function deployment(environment: Environment): string {
  const result = readSettings(environment);
  if (!result.ok) throw new Error('These settings are wrong.');
  return hashDeployment(result.settings);
}

test.each([{ BASE_PATH: '/club/' }, { WEB_VIEW_SCHEME: 'com.example.app' }])(
  'a build is stale for a start with %j, which its pages do not say',
  (environment) => {
    expect(deployment(environment)).not.toBe(deployment({}));
  },
);

test.each([
  { LOG_LEVEL: 'debug' },
  { DATA_DIR: '/elsewhere' },
  { PORT: '4000' },
  { PUBLIC_ORIGIN: 'http://127.0.0.1:3000' },
])('it is the same for a start with %j, of which its pages say nothing', (environment) => {
  expect(deployment(environment)).toBe(deployment({}));
});
