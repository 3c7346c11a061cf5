import { expect, test } from 'vitest';
import { buildContentSecurityPolicy } from './security-policy.ts';

const of = (policy: 'plain' | 'tracking' | 'tags') =>
  buildContentSecurityPolicy({ scripts: ['x'], styles: [], secure: false, policy });
const directive = (policy: string, name: string) => policy.split('; ').find((each) => each.startsWith(`${name} `));

test('a page without a tag manager names no other host', () => {
  for (const policy of ['plain', 'tracking'] as const) expect(of(policy)).not.toMatch(/https?:|\*/);
  expect(directive(of('plain'), 'trusted-types')).toBe('trusted-types vitrine');
  expect(directive(of('tracking'), 'trusted-types')).toBe('trusted-types vitrine vitrine-tags');
});

test('a page with one lets its files, images, beacons and frames pass, and no code that is in the page', () => {
  const policy = of('tags');
  for (const name of ['script-src', 'img-src', 'connect-src', 'frame-src'])
    expect(directive(policy, name)).toContain('https://www.googletagmanager.com');
  expect(directive(policy, 'script-src')).toMatch(/'sha256-/);
  expect(policy).not.toContain('unsafe-');
  expect(directive(policy, 'trusted-types')).toBe('trusted-types vitrine vitrine-tags goog#html');
  expect(policy).toContain("require-trusted-types-for 'script'");
});

test('a page that calls the API of another host may connect to it, and nothing else of it passes', () => {
  const apiOrigins = ['https://backend.example', 'wss://backend.example'];
  const policy = buildContentSecurityPolicy({ scripts: [], styles: [], secure: true, policy: 'plain', apiOrigins });
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://backend.example wss://backend.example");
  expect(policy.split('; ').filter((each) => each.includes('backend.example'))).toHaveLength(1);
});

test('a page whose blocks open frames allows these, beside those of a tag manager', () => {
  const frames = ['https://player.example'];
  const withFrames = (policy: 'plain' | 'tags') =>
    directive(buildContentSecurityPolicy({ scripts: [], styles: [], secure: true, policy, frames }), 'frame-src');
  expect(withFrames('plain')).toBe('frame-src https://player.example');
  expect(withFrames('tags')).toBe('frame-src https://www.googletagmanager.com https://player.example');
});

test('only a page with a video of the site may play media, and no media of other hosts', () => {
  const policy = buildContentSecurityPolicy({
    scripts: [],
    styles: [],
    secure: false,
    policy: 'plain',
    hasMedia: true,
  });
  expect(directive(policy, 'media-src')).toBe("media-src 'self'");
  expect(directive(of('plain'), 'media-src')).toBeUndefined();
});
