import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { renderPage } from 'vike/server';
import { readSource } from '#engine/cli/gen/source.ts';
import { describeCondition, describeDestination } from '#engine/cli/journeys/describe-effect.ts';
import { listEffects } from '#engine/documents/journeys/uses.ts';
import type { Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import type {
  OverviewPart,
  OverviewBlock,
  ListedDocument,
  ListedJourney,
  ListedWay,
  Overview,
} from '#engine/vike/dev-page/overview.ts';
import type { DevPart } from '#engine/vike/dev-page/parts.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { root } from '#server/platform/paths.ts';
import { getDocumentPath } from '#server/site/store/default-pages.ts';

/** Renders a part of the overview at `/dev`, or its data. These are the only pages rendered by Vike, in development only. */
export async function sendDevPage(
  request: IncomingMessage,
  response: ServerResponse,
  part: DevPart,
  site: Site,
  next: () => void,
): Promise<void> {
  const { basePath } = site.deployment;
  const overview: Overview = { basePath, revision: site.revision, shown: await shownIn(part, site) };
  // Never rejects: Vike renders its own errors.
  const { httpResponse } = await renderPage({ urlOriginal: request.url ?? '/', overview });
  if (httpResponse.statusCode === 404) return next();
  response.writeHead(httpResponse.statusCode, Object.fromEntries(httpResponse.headers));
  httpResponse.pipe(response);
}

/** In a thread, because the commands take seconds. Never rejects: a failure is shown as output. */
async function askDesk(): Promise<readonly OverviewPart[]> {
  const worker = new Worker(new URL('./dev-overview-worker.ts', import.meta.url), { workerData: root });
  try {
    const [desk]: (readonly OverviewPart[])[] = await once(worker, 'message');
    return desk ?? [];
  } catch (error) {
    return [{ title: 'Findings', command: 'npm run check', text: String(error) }];
  }
}

async function shownIn(part: DevPart, site: Site): Promise<Overview['shown']> {
  switch (part) {
    case 'documents':
      return { part, documents: listDocuments(site) };
    case 'blocks':
      return { part, blocks: listBlocks(site), locales: site.config.locales.available };
    case 'journeys':
      return { part, journeys: [...site.journeyDocuments].map(([name, document]) => describeJourney(name, document)) };
    case 'desk':
      return { part, desk: await askDesk() };
  }
}

const listDocuments = (site: Site): readonly ListedDocument[] =>
  [...site.documents.values()].map((document) => ({
    id: document.id,
    file: document.file,
    links: site.config.locales.available.map((locale) => ({
      locale,
      href: buildHref(site, { path: getDocumentPath(site, document), locale }),
    })),
    variations: site.experiments
      .filter((experiment) => experiment.document === document.id)
      .flatMap(({ key, variations }) =>
        variations.map((variation, index) => ({ name: `${key} = ${variation.key}`, query: `?${key}=${index}` })),
      ),
  }));

const listBlocks = ({ deployment: { basePath } }: Site): readonly OverviewBlock[] =>
  readSource(root).blocks.map(({ name: type, examples }) => ({
    type,
    examples: examples.map(({ name, block }, index) => ({
      name,
      href: `${basePath}dev/block?type=${type}&example=${index}`,
      json: JSON.stringify(block, null, 2),
    })),
  }));

function describeJourney(name: string, document: JourneyDocument): ListedJourney {
  return {
    name,
    flows: Object.entries(document.flows).map(([flow, { steps }]) => ({
      name: flow,
      steps: steps.map((step) => ({ name: step.name, form: step.form, ways: listWays(document, step.form) })),
    })),
    machines: Object.entries(document.machines).map(([machine, { initial, transitions }]) => ({
      name: machine,
      initial,
      ways: transitions.flatMap(({ from, on, to }) => from.map((state) => ({ from: state, on: [on], to }))),
    })),
  };
}

/** Targets of a form's outcomes, grouped by target. */
function listWays(document: JourneyDocument, form: string): readonly ListedWay[] {
  const { useCase = form } = document.forms[form] ?? {};
  const ways = new Map<string, string[]>();
  for (const use of listEffects(document)) {
    if (use.useCase !== useCase) continue;
    const { words } = describeDestination(document, use);
    const when = describeCondition(use);
    const on = when === 'always' ? use.outcome : `${use.outcome} ${when}`;
    ways.set(words, [...(ways.get(words) ?? []), on]);
  }
  return [...ways].map(([to, on]) => ({ to, on }));
}
