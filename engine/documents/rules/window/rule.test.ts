import { expect, test } from 'vitest';
import { calmExperiment, calmVariant, checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const windowed = (window: object) => ({
  'pages-config/landings/default.json': swap(
    '"type": "rich-text"',
    `"type": "rich-text", "window": ${JSON.stringify(window)}`,
  ),
});

test('A window that closes before it opens is never open', () => {
  const [finding, ...others] = checkSmall(
    windowed({ from: '2026-12-02T00:00', to: '2026-12-01T00:00', zone: 'Europe/Berlin' }),
  );
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'window', line: 17, path: 'blocks[2].window.to' });
});

test('A zone must exist', () => {
  expect(shortFindings(windowed({ from: '2026-12-02T00:00', zone: 'Europe/Munich' }))).toEqual([
    'window landings/default.json blocks[2].window.zone',
  ]);
});

test('A day must exist', () => {
  expect(shortFindings(windowed({ from: '2026-02-30T00:00', zone: 'Europe/Berlin' }))).toEqual([
    'window landings/default.json blocks[2].window.from',
  ]);
});

test('A local time that clocks leave out is reported with the first one after it', () => {
  const [finding] = checkSmall(windowed({ from: '2026-03-29T02:30', zone: 'Europe/Berlin' }));
  expect(finding).toMatchObject({ rule: 'window', expected: '2026-03-29T03:00' });
});

test('The window of a variant is its own', () => {
  const window =
    '"slug": "summer",\n  "window": { "from": "2026-12-02T00:00", "to": "2026-12-02T00:00", "zone": "UTC" }';
  expect(shortFindings({ 'pages-config/landings/summer.json': swap('"slug": "summer"', window) })).toEqual([
    'window landings/summer.json window.to',
  ]);
});

test('A local time that occurs twice cannot be used', () => {
  expect(shortFindings(windowed({ from: '2027-10-31T02:30', zone: 'Europe/Berlin' }))).toEqual([
    'window landings/default.json blocks[2].window.from',
  ]);
  expect(shortFindings(windowed({ from: '2027-10-31T03:00', zone: 'Europe/Berlin' }))).toEqual([]);
});

test('A window of the past is a warning from the day after on', () => {
  const [finding, ...others] = checkSmall(windowed({ to: '2026-11-19T23:00', zone: 'Europe/Berlin' }));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'window', severity: 'warning', path: 'blocks[2].window.to' });
  expect(shortFindings(windowed({ to: '2026-11-20T00:00', zone: 'Europe/Berlin' }))).toEqual([]);
});

test('An ended campaign, with everything shown inside it, is reported on no day', () => {
  const slug = '"layout": "default"';
  const over = swap(slug, `${slug}, "window": { "to": "2026-11-18T00:00", "zone": "UTC" }`);
  const { 'pages-config/landings/default.json': past } = windowed({ to: '2026-11-17T00:00', zone: 'UTC' });
  const findings = shortFindings({ 'pages-config/landings/default.json': (text) => over(past(text)) });
  expect(findings.filter((finding) => finding.startsWith('window'))).toEqual([]);
});

const landing = 'pages-config/landings/default.json';
const insertBefore = (block: string) => ({
  [landing]: swap('{\n      "id": "steps"', `${block},\n    {\n      "id": "steps"`),
});
const note = (id: string, window: object) =>
  JSON.stringify({
    id,
    type: 'rich-text',
    title: 'landing.steps',
    lead: 'landing.labels',
    window: { ...window, zone: 'UTC' },
  });

test('Neighbours of one kind that leave hours or days between them are reported at the later one', () => {
  const pair = (from: string) => insertBefore(`${note('one', { to: '2026-12-01T00:00' })}, ${note('two', { from })}`);
  expect(checkSmall(pair('2026-12-01T12:00'))).toMatchObject([
    { rule: 'window', severity: 'warning', path: 'blocks[3].window', expected: '"from" at 2026-12-01T00:00 (UTC)' },
  ]);
  expect(checkSmall(pair('2026-12-01T00:00'))).toEqual([]);
  expect(checkSmall(pair('2027-03-01T00:00'))).toEqual([]);
});

const countdown = (at: string, window?: object) =>
  insertBefore(
    JSON.stringify({
      id: 'count',
      type: 'countdown-banner',
      text: 'landing.hero',
      until: { at, zone: 'UTC' },
      ...(window && { window: { ...window, zone: 'UTC' } }),
    }),
  );

test('A countdown ends while what it stands in is open, and not in the past', () => {
  const found = (changes: Parameters<typeof checkSmall>[0]) =>
    checkSmall(changes).map(({ rule, path, message }) => [rule, path, /after|before|over/.exec(message)?.[0]]);
  const to = 'blocks[2].until.at';
  expect(found(countdown('2026-12-02T00:00', { to: '2026-12-01T00:00' }))).toEqual([['window', to, 'after']]);
  expect(found(countdown('2026-12-01T00:00', { from: '2026-12-01T00:00' }))).toEqual([['window', to, 'before']]);
  expect(found(countdown('2026-11-19T00:00'))).toEqual([['window', to, 'over']]);
  expect(found(countdown('2026-12-01T00:00', { to: '2026-12-01T00:00' }))).toEqual([]);
});

test('A live experiment whose window has closed is a warning', () => {
  const window = { from: '2026-01-01T00:00', to: '2026-11-19T00:00', zone: 'Europe/Berlin' };
  const found = (more: object) =>
    checkSmall({
      'pages-config/landings/calm.json': calmVariant,
      'pages-config/experiments/calm.json': { ...calmExperiment, window, ...more },
    }).flatMap(({ rule, path, severity }) => (rule === 'window' ? [`${severity} ${path}`] : []));
  expect(found({})).toEqual(['warning window.to']);
  expect(found({ status: 'paused' })).toEqual([]);
});
