import { execFile } from 'node:child_process';
import { readBuildRecord } from '#server/platform/build-record.ts';
import { root } from '#server/platform/paths.ts';
import { hashDeployment, hashInputs } from '../build/build-inputs.ts';
import type { DoctorCheck } from './diagnose.ts';

export const node: DoctorCheck = {
  name: 'Node.js',
  // Older versions have already failed in check-node.mjs.
  run: () => Promise.resolve({ state: 'ok', found: process.versions.node }),
};

export const generatedFiles: DoctorCheck = {
  name: 'Generated files',
  async run() {
    const stale = await new Promise<string | null>((resolve) => {
      const args = ['engine/cli/main.ts', 'gen', '--check'];
      execFile(process.execPath, args, { cwd: root }, (error, out, err) => resolve(error ? (out + err).trim() : null));
    });
    return stale === null
      ? { state: 'ok', found: 'match the schemas and documents' }
      : { state: 'error', found: stale, advice: 'Run "npm run gen".' };
  },
};

export const buildCheck: DoctorCheck = {
  name: 'Build',
  async run(settings) {
    const [record, inputs] = await Promise.all([readBuildRecord(), hashInputs()]);
    const advice = 'Run "npm run build" ("npm start" does it by itself).';
    if (record === null) return { state: 'warning', found: 'There is none.', advice };
    if (record.inputs !== inputs)
      return { state: 'warning', found: `${record.release} is older than the project’s files.`, advice };
    if (record.deployment !== hashDeployment(settings))
      return { state: 'warning', found: `${record.release} was made for other settings of pages.`, advice };
    return { state: 'ok', found: record.release };
  },
};

export const testPrograms: DoctorCheck = {
  name: 'Programs for tests',
  async run() {
    // Server images contain no tests.
    const programs = await import('#tests/setup/programs.ts').catch(() => null);
    if (programs === null) return { state: 'skipped', found: 'there are no tests here' };
    const found = { Chromium: programs.findChromium(), PostgreSQL: programs.findPostgres() };
    const missing = Object.entries(found).filter(([, path]) => path === null);
    return missing.length === 0
      ? { state: 'ok', found: Object.values(found).join(', ') }
      : {
          state: 'warning',
          found: `There is no ${missing.map(([name]) => name).join(' and no ')}, which only "npm test" needs.`,
          advice: '"npm test" installs them where it may; docs/platforms.md says how to do it by hand.',
        };
  },
};
