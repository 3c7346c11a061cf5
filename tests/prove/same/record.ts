import { recordAdmin } from './admin.ts';
import { assetNames } from './asset-names.ts';
import { recordEntrances } from './entrances.ts';
import { Coverage } from './facets.ts';
import { recordGraphql } from './graphql.ts';
import { recordJourneys, recordLimits } from './journeys.ts';
import { recordVariants } from './moments.ts';
import { Normaliser } from './normalise.ts';
import { recordPages } from './pages.ts';
import { Recorder } from './recorder.ts';
import { readSite } from './site.ts';
import { deployments, recordClosedApi } from './settings.ts';
import type { Recording, TextStore } from './store.ts';
import { TestedServer } from './tested-server.ts';
import type { Tools } from './walk.ts';

/** Everything that a built tree answers. */
export async function record(tree: string, store: TextStore, onNote: (count: number) => void): Promise<Recording> {
  const recorder = new Recorder(store, onNote);
  const site = readSite(tree);
  const coverage = new Coverage();
  const assetName = assetNames(tree);
  const running = new Set<TestedServer>();
  const on = async (env: Readonly<Record<string, string>>, part: (tools: Tools) => Promise<void>): Promise<void> => {
    const server = await TestedServer.start(tree, env);
    running.add(server);
    try {
      await part({ server, recorder, normaliser: new Normaliser({ assetName }), coverage, site });
    } finally {
      running.delete(server);
      await server.stop();
    }
  };
  const webView = { WEB_VIEW_SCHEME: 'example.app' };
  const [withLogin, ...others] = deployments;
  // Side by side, because a busy machine gives each process its share.
  const lanes = [
    on(webView, recordPages),
    on(webView, recordVariants).then(() => withLogin && on(withLogin.env, withLogin.part)),
    on({}, async (tools) => {
      await recordJourneys(tools);
      await recordAdmin(tools);
      await recordLimits(tools);
    }),
    (async () => {
      await on({ ...webView, GRAPHQL_PERSISTED_ONLY: 'false' }, async (tools) => {
        await recordEntrances(tools);
        await recordGraphql(tools);
      });
      await on({}, recordClosedApi);
      for (const { env, part } of others) await on(env, part);
    })(),
  ];
  try {
    await Promise.all(lanes);
  } finally {
    // When one fails, the others need not go on.
    for (const server of running) await server.stop();
    await Promise.allSettled(lanes);
  }
  for (const sentence of coverage.missing(site.documents.keys())) recorder.broken(sentence);
  return recorder.recording;
}
