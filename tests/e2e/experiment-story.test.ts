import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { copyProject, type ProjectCopy } from '#tests/helpers/project-copy.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

/* A marketer writes five lines of changes, an experimenter tests them; nobody writes code. */

const schemas = '../../schemas/generated/editor';
const variant = {
  $schema: `${schemas}/landing.schema.json`,
  version: 2,
  extends: 'landings/lean',
  changes: [{ op: 'document', set: { theme: 'ink' } }],
};
const experiment = {
  $schema: `${schemas}/experiment.schema.json`,
  version: 2,
  status: 'live',
  hypothesis: 'On a dark ground the form stands out, so more visitors begin.',
  document: 'landings/lean',
  arms: [
    { key: 'day', weight: 50 },
    { key: 'evening', variant: 'landings/evening', weight: 50 },
  ],
};

let project: ProjectCopy;
let server: RunningServer;

beforeAll(async () => {
  project = copyProject();
  project.write('pages-config/landings/evening.json', JSON.stringify(variant, null, 2));
  project.write('pages-config/experiments/evening.json', JSON.stringify(experiment, null, 2));
  server = await startServer({ command: ['commands/dev.ts'], cwd: project.folder });
});

afterAll(async () => {
  await server.stop();
  project.remove();
});

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['engine/cli/main.ts', ...args], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

test('five lines make a variant that passes the check, an experiment shows it, a link forces it, and the page says why', async ({
  expect,
}) => {
  expect(run('check')).toContain('0 errors');
  const arms = new Set<string | null>();
  for (let visits = 0; visits < 30 && arms.size < 2; visits += 1) {
    const page = await (await fetch(`${server.origin}/lean`, { headers: { 'user-agent': CHROME } })).text();
    arms.add(/<html[^>]*>/.exec(page)?.[0].includes('ink') === true ? 'evening' : 'day');
  }
  expect([...arms].toSorted()).toEqual(['day', 'evening']);

  await visit({ size: 'desktop', locale: 'en', expectedMessages: /^\[vite\]/ }, async ({ page }) => {
    await page.goto(`${server.origin}/lean?evening=1`);
    await page.locator('html[data-theme=ink]').waitFor();
    await page.goto(`${server.origin}/lean?debug`);
    const bar = page.locator('vitrine-debug');
    await bar.locator('summary').click();
    await bar.getByRole('link', { name: 'day', exact: true }).click();
    await page.waitForURL(/evening=0/);
    await page.locator('html:not([data-theme])').waitFor();
    await bar.getByRole('link', { name: 'evening', exact: true }).click();
    await page.locator('html[data-theme=ink]').waitFor();
    await bar.getByText('The URL asks for the arm "evening" of "evening".').waitFor();
    await expect
      .poll(() => bar.locator('summary').innerText())
      .toMatch(/landings\/lean.*landings\/evening.*evening: evening.*en/s);
  });
  const said = run('explain', '/lean?evening=1', '--header', 'Accept-Language: en');
  expect(said).toContain('"landings/evening" changes "landings/lean": document.');
  expect(said).toContain('The visitor gets "landings/evening" for "landings/lean" in "en"');
});
