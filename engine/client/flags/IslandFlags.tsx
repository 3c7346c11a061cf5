import { GrowthBook, type JSONValue } from '@growthbook/growthbook';
import { GrowthBookProvider, useFeatureValue } from '@growthbook/growthbook-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type FlagReader, FlagReaderProvider } from '#engine/block-kit/ports.ts';
import { settleExperiments, waitForExperiments } from '../stores/experiments.ts';
import { loadFlags } from './load-flags.ts';
import { reportNoFlags } from './report-no-flags.ts';

/** No feature has this key, and the server does not count unknown ones. */
const NONE = '';

const flagReader: FlagReader = {
  useFeature: (key) => Boolean(useFeatureValue<JSONValue>(key ?? NONE, false)) && key !== undefined,
};

interface IslandFlagsProps {
  readonly children: ReactNode;
}

/** GrowthBook's provider around an island. The first render uses a client without features, to equal the compiled markup; the loaded client replaces it. */
export function IslandFlags({ children }: IslandFlagsProps): ReactNode {
  const [growthbook, show] = useState(() => new GrowthBook({ enabled: false }));
  useEffect(() => followFlags(show), []);
  return (
    <GrowthBookProvider growthbook={growthbook}>
      <FlagReaderProvider value={flagReader}>{children}</FlagReaderProvider>
    </GrowthBookProvider>
  );
}

/** Failures are reported once, and the page continues without flags (X5). Returns a cleanup function. */
function followFlags(show: (client: GrowthBook) => void): () => void {
  let client: GrowthBook | null = null;
  let ended = false;
  const follow = async (): Promise<void> => {
    waitForExperiments();
    try {
      const flags = await loadFlags();
      if (flags.failure !== null) reportNoFlags(flags.failure);
      client = flags.client;
      if (ended) client.destroy();
      else show(client);
    } catch (error) {
      reportNoFlags(error);
    }
    settleExperiments();
  };
  void follow();
  return () => {
    ended = true;
    client?.destroy();
  };
}
