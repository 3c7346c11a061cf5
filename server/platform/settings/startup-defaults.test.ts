import { expect, test } from 'vitest';
import { listApiOrigins, buildStartupDefaults } from './startup-defaults.ts';

const settings = {
  environment: 'demo',
  gtmContainerId: '',
  graphqlUrl: '',
  graphqlWsUrl: '',
  basePath: '/club/',
  growthbookClientKey: 'sdk-local',
  growthbookDecryptionKey: '',
  growthbookRemoteEval: false,
  growthbookRealtimeKey: '',
};

test('a browser gets the API of this server for queries and for subscriptions', () => {
  expect(buildStartupDefaults(settings)).toEqual({
    environment: 'demo',
    acqBackendGraphqlURL: '/club/graphql',
    acqBackendGraphqlWsURL: '/club/graphql',
  });
});

test('A browser gets what is configured instead; it does not subscribe at a backend whose socket is unknown', () => {
  const graphqlUrl = 'https://backend.example/graphql';
  expect(buildStartupDefaults({ ...settings, graphqlUrl, gtmContainerId: 'GTM-ABC1' })).toEqual({
    environment: 'demo',
    gtmContainerId: 'GTM-ABC1',
    acqBackendGraphqlURL: graphqlUrl,
  });
  expect(
    buildStartupDefaults({ ...settings, growthbookClientKey: 'sdk-abc', growthbookRealtimeKey: 'rt' }),
  ).toMatchObject({
    growthbookClientKey: 'sdk-abc',
    growthbookUsage: 'on',
  });
  for (const configured of [{ growthbookRemoteEval: true }, { growthbookDecryptionKey: 'a key' }])
    expect(buildStartupDefaults({ ...settings, ...configured })).toMatchObject({ growthbookRemoteEval: 'on' });
  const graphqlWsUrl = 'wss://backend.example/graphql';
  expect(buildStartupDefaults({ ...settings, graphqlUrl, graphqlWsUrl })).toMatchObject({
    acqBackendGraphqlWsURL: graphqlWsUrl,
  });
});

test('a page’s policy lets browsers call another API and subscribe there, and names no host without one', () => {
  expect(listApiOrigins(settings)).toEqual([]);
  const urls = { graphqlUrl: 'https://backend.example/api/graphql', graphqlWsUrl: 'wss://live.example/graphql' };
  expect(listApiOrigins(urls)).toEqual(['https://backend.example', 'wss://live.example']);
});
