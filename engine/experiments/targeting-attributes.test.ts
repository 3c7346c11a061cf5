import type { FeatureApiResponse, FeatureRule } from '@growthbook/growthbook';
import { expect, test } from 'vitest';
import { findMissingAttributes } from './targeting-attributes.ts';
import { Flags } from './flags.ts';
import { readRequestAttributes } from './request-attributes.ts';

const payload = (...rules: FeatureRule[]): FeatureApiResponse => ({
  features: { one: { defaultValue: 'base', rules } },
});

test('Attributes of rules that are not supplied are reported, wherever they stand', () => {
  const condition = {
    locale: 'de',
    $or: [{ plan: 'gold' }, { $not: { 'company.size': { $gt: 3 } } }],
    country: { $in: ['AT'] },
  };
  expect(
    findMissingAttributes(payload({ condition, force: 1 }, { hashAttribute: 'userId', variations: [0, 1] })),
  ).toEqual(['company', 'plan', 'userId']);
  expect(findMissingAttributes(payload({ condition: { id: 'x' }, hashAttribute: 'acqAnonymousId' }))).toEqual([]);
  expect(findMissingAttributes({ features: { odd: { rules: 'none' as never } } })).toEqual([]);
});

test('Attributes are found that a URL redirect or a list of ranges asks for, and what a redirect asks of the request is supplied', () => {
  const redirect = (condition: NonNullable<FeatureRule['condition']>): FeatureApiResponse => ({
    features: {},
    experiments: [
      {
        key: 'moved',
        changeId: 'moved',
        urlPatterns: [{ include: true, type: 'simple', pattern: '/' }],
        variations: [{}, { urlRedirect: 'https://www.example.com/other' }],
        hashAttribute: 'id',
        condition,
      },
    ],
  });
  expect(findMissingAttributes(redirect({ plan: 'gold', utmSource: 'letter' }))).toEqual(['plan']);
  expect(
    findMissingAttributes(
      payload({ variations: [0, 1], filters: [{ attribute: 'company', seed: 's', hashVersion: 2, ranges: [[0, 1]] }] }),
    ),
  ).toEqual(['company']);
  const flags = new Flags(redirect({ utmSource: 'letter' }));
  expect(flags.asksOfRequest).toEqual(['utmSource']);
  const [feature = ''] = flags.features;
  const visitor = { locale: 'de', applicationCountry: '', device: 'desktop', webView: false } as const;
  expect(flags.evaluatorFor('x', visitor, {}, { utmSource: 'letter' })(feature)?.assignment).toBeDefined();
  expect(flags.evaluatorFor('x', visitor, {}, { utmSource: 'other' })(feature)?.assignment).toBeUndefined();
});

test('Country and kind of device are supplied under the names of GrowthBook’s own SDKs, too', () => {
  const flags = new Flags(payload({ condition: { country: 'AT', deviceType: 'mobile' }, force: 'arm' }));
  const visitor = { locale: 'de', applicationCountry: 'AT', device: 'phone', webView: false } as const;
  expect(flags.readsCountry).toBe(true);
  expect(flags.evaluatorFor('x', visitor, {})('one')?.value).toBe('arm');
  expect(flags.evaluatorFor('x', { ...visitor, device: 'desktop' }, {})('one')?.value).toBe('base');
  expect(flags.evaluatorFor(null, { ...visitor, applicationCountry: 'DE' }, {})('one')?.value).toBe('base');
});

test('Address, campaign and browser are supplied as GrowthBook’s SDK for browsers names them, where rules ask for them', () => {
  const condition = { utmSource: 'letter', browser: 'edge', path: { $regex: '^/de' }, host: 'www.example.com' };
  const targeted = payload({ condition, force: 'arm' });
  expect(findMissingAttributes(targeted)).toEqual([]);
  const flags = new Flags(targeted);
  const visitor = { locale: 'de', applicationCountry: '', device: 'desktop', webView: false } as const;
  const valueAt = (url: string, browser = 'Chrome/156.0 Edg/156.0') =>
    flags.evaluatorFor(
      'x',
      visitor,
      {},
      readRequestAttributes(flags.asksOfRequest, {
        url,
        userAgent: browser,
        referrer: '',
        code: '',
        isFirstVisit: true,
      }),
    )('one')?.value;
  expect(valueAt('https://www.example.com/de?utm_source=letter')).toBe('arm');
  expect(valueAt('https://www.example.com/de?utm_source=other')).toBe('base');
  expect(valueAt('https://www.example.com/de?utm_source=letter', 'Chrome/156.0')).toBe('base');
  expect(valueAt('https://www.example.com/?utm_source=letter')).toBe('base');
  expect(new Flags(payload({ condition: { locale: 'de' }, force: 'arm' })).asksOfRequest).toEqual([]);
});
