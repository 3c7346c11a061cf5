import { describe, expect, test } from 'vitest';
import { resolveAddress, formatBanner } from '../../commands/banner.ts';
import { collectDemoRows } from '../../commands/collect-demo-rows.ts';
import { readSettings, type Settings } from '#server/platform/settings/read-settings.ts';
import { bench, type TestBackend } from '#tests/helpers/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { projectSite } from '#tests/helpers/project-site.ts';

const site = await projectSite();

function makeSettings(environment: Readonly<Record<string, string>>): Settings {
  const result = readSettings(environment);
  if (!result.ok) throw new Error('These settings are wrong.');
  return result.settings;
}

test.each([
  [{}, 'http://localhost:3000/'],
  [{ PORT: '4000' }, 'http://localhost:4000/'],
  [{ PORT: '4000', BASE_PATH: '/club/' }, 'http://localhost:4000/club/'],
  [{ PUBLIC_ORIGIN: 'http://shop.localhost' }, 'http://shop.localhost/'],
  [{ PORT: '0' }, 'http://localhost:51234/'],
])('a start with %j names the address by which browsers reach it', (environment, address) => {
  const settings = makeSettings(environment);
  const listens = 'http://localhost:51234/';
  expect(resolveAddress(settings, listens)).toBe(address);
  expect(formatBanner(settings, site, listens)).toMatch(new RegExp(`Open +${address}\\n`));
});

describe('what there is to try out', () => {
  const { start } = bench('sqlite');
  const settings = makeSettings({ PORT: '4000', BASE_PATH: '/club/' });
  const address = 'http://localhost:4000/club/';
  const own = plainSite({ name: 'Maison Cercle', publicOrigin: 'http://localhost:4000', basePath: '/club/' });
  const said = async (backend: TestBackend): Promise<string> =>
    (await collectDemoRows(settings, backend, site, address)).map(([, value]) => value).join('\n');

  test('is every code and link of the demo, at the address of the site', async () => {
    const backend = await start({ site: own });
    await backend.members.demo.seed();
    const text = await said(backend);
    for (const code of ['CERCLE-2026', 'ANNA-50', 'FULL-50', 'COUPON-1']) expect(text).toContain(code);
    expect(text).toContain(`${address}LINK-VALID?validityTimestamp=`);
    expect(text).toContain(`${address}membership-interest`);
    expect(text.match(/https?:\/\/[^\s)]+/g)?.filter((url) => !url.startsWith(address))).toEqual([]);
  });

  test('names none that an emptied database does not have, nor a link to it', async () => {
    const backend = await start({ site: own });
    await backend.members.demo.seed();
    const { db } = backend.ports.database;
    await db.deleteFrom('registration_codes').where('label', 'in', ['ANNA-50', 'LINK-VALID']).execute();
    const some = await said(backend);
    expect(some).toContain('EMPTY-0');
    expect(some).not.toMatch(/ANNA-50|LINK-VALID/);
    await db.deleteFrom('registration_codes').execute();
    const none = await said(backend);
    expect(none).not.toMatch(/-\d|LINK-/);
    expect(none).toContain('npm run code -- create');
  });
});
