import { listWatchedBlocks } from '#engine/documents/find-tested-document.ts';
import type { ResolvedDocument } from '#engine/documents/types.ts';
import { EXPOSURES_PATH, exposureQuery } from '#engine/shared/exposures-path.ts';
import { listDataNeeds } from '#engine/decide/data.ts';
import { buildHref } from '#engine/routing/links.ts';
import { pageElements } from '#schemas/generated/journeys/elements.ts';
import { toHtmlId } from '#engine/shared/to-html-id.ts';
import type { BlockRegistry } from './registry-types.ts';
import type { ClientScripts, CompileInput } from './types.ts';

/** The scripts of a page, from which its tags, its policy, its size and the scripts of a swap follow. */
export interface PageScripts {
  /** See `PageData`. */
  readonly route: string;
  /** What the page's policy allows besides its own scripts: nothing, event reporting, or the tag manager, too. */
  readonly policy: 'plain' | 'tracking' | 'tags';
  /** Whether the page has the client, and with it its data. */
  readonly isLive: boolean;
  /** Inline code, which the policy allows by its hash. */
  readonly inline: readonly string[];
  /** Tags before the page's data, on full loads only. */
  readonly first: string;
  /** Custom elements before the page's data, also on in-app navigation. */
  readonly elements: string;
  /** Tags after the page's data, on full loads only. */
  readonly last: string;
  /** URLs of the modules that define the page's custom elements, for in-app navigation. */
  readonly elementModules: readonly string[];
}

interface InlineScript {
  readonly code: string;
  readonly tag: string;
}

export function buildPageScripts(options: {
  readonly input: CompileInput;
  /** What is shown. */
  readonly document: ResolvedDocument;
  /** Block types on the page. */
  readonly types: readonly string[];
  /** Forms of these blocks. */
  readonly forms: ReadonlySet<string>;
  readonly hasIslands: boolean;
  readonly registry: BlockRegistry;
  readonly client: ClientScripts;
}): PageScripts {
  const { input, document, types, forms, hasIslands, registry, client } = options;
  const { basePath } = input.site.deployment;
  const withBehaviour = types.filter((type) => registry[type]?.behaviour);
  // All pages of visitors take part in in-app navigation (C6); those with data are loaded in full.
  const hasData = listDataNeeds(document).length > 0;
  const isLive = hasIslands || !hasData;

  const moved = input.moved
    ? inlineScript(client.moved, ` data-address="${buildHref(input.site, { path: input.path, locale: input.locale })}"`)
    : null;
  const behaviour =
    withBehaviour.length > 0
      ? inlineScript(withBehaviour.map((type) => registry[type]?.behaviour ?? '').join(''))
      : null;
  const loader = isLive ? inlineScript(client.loader, loaderAttributes(input, client)) : null;
  // After the loader, which it depends on.
  const watcher = isLive && input.site.deployment.reportsErrors ? buildWatcher(client, basePath) : null;
  const elements = listElements(forms, client, basePath);
  const watched = watchedBlocks(input, client);
  const route = `${input.document}___${input.locale}`;
  // The facet exists where the consent banner is, so that pages without it report nothing (R10).
  const isTracked = input.facets['consent'] === 'granted';
  const { gtmContainerId: tagManager } = input.site.deployment;
  const attributes = { base: basePath, route, gtm: tagManager };
  const tracking = isTracked ? trackingTag(client, attributes) : '';

  return {
    route,
    policy: isTracked ? (tagManager === undefined ? 'tracking' : 'tags') : 'plain',
    isLive,
    inline: [behaviour, loader, watcher, moved].flatMap((script) => (script === null ? [] : [script.code])),
    first: (moved?.tag ?? '') + watched.withoutScript,
    elements: elements.map(({ tag }) => `<${tag} data-base="${basePath}"></${tag}>`).join('') + watched.elements,
    last: [
      behaviour?.tag ?? '',
      loader?.tag ?? '',
      watcher?.tag ?? '',
      tracking,
      hasData ? viewsTag(client, basePath) : '',
      ...[...elements.map(({ module }) => module), ...watched.modules].map(
        (module) => `<script type="module" src="${module}"></script>`,
      ),
    ].join(''),
    elementModules: [
      ...withBehaviour.map((type) => basePath + (client.modules[`behaviour-${type}`]?.file ?? '')),
      ...elements.map(({ module }) => module),
      ...watched.modules,
    ],
  };
}

function inlineScript(code: string, attributes = ''): InlineScript {
  return { code, tag: `<script${attributes}>${code}</script>` };
}

/** The loader's code is the same on every page; the paths of this build are in its attributes. */
function loaderAttributes({ site }: CompileInput, client: ClientScripts): string {
  const { basePath } = site.deployment;
  const files = (name: string): string => {
    const { file, imports } = client.modules[name] ?? { file: '', imports: [] };
    return [file, ...imports].map((path) => basePath + path).join(' ');
  };
  const parameters = site.journeys
    .flatMap(({ storedItems = [] }) => storedItems)
    .flatMap(({ name, sentWithForms }) => (sentWithForms === true ? [name] : []));
  const { webViewBridge } = site.deployment;
  const bridge = webViewBridge === undefined ? '' : ` data-bridge="${webViewBridge}"`;
  return `${bridge} data-kept="${parameters.join(' ')}" data-start="${files('start')}" data-islands="${files('islands')}"`;
}

/** Loads the reporting module on the first error. */
function buildWatcher(client: ClientScripts, basePath: string): InlineScript {
  return inlineScript(client.watcher, ` data-src="${basePath}${client.modules['errors']?.file ?? ''}"`);
}

/** For visitors with consent: loaded after all visible content. */
function trackingTag(
  client: ClientScripts,
  attributes: { readonly base: string } & Readonly<Record<string, string | undefined>>,
): string {
  const { file = '' } = client.modules['tracking'] ?? {};
  const data = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` data-${name}="${value}"`,
  );
  return `<script type="module" async fetchpriority="low" id="tracking" src="${attributes.base}${file}"${data.join('')}></script>`;
}

/** Updates lists on admin pages. */
function viewsTag(client: ClientScripts, basePath: string): string {
  const { file = '' } = client.modules['views'] ?? {};
  return `<script type="module" id="views" src="${basePath}${file}" data-base="${basePath}"></script>`;
}

interface LoadedElement {
  readonly tag: string;
  /** URL of the module that defines it. */
  readonly module: string;
}

/** Elements that journeys add to pages with one of their forms, such as one that waits for a status. */
function listElements(forms: ReadonlySet<string>, client: ClientScripts, basePath: string): readonly LoadedElement[] {
  return pageElements.flatMap((element) => {
    const file = client.modules[element.module]?.file;
    const isWanted = element.forms.some((form) => forms.has(form));
    return isWanted && file !== undefined ? [{ tag: element.tag, module: basePath + file }] : [];
  });
}

interface WatchedBlocks {
  readonly elements: string;
  /** On full loads only: in-app navigation would load the images of `noscript`. */
  readonly withoutScript: string;
  readonly modules: readonly string[];
}

const NOTHING_WATCHED: WatchedBlocks = { elements: '', withoutScript: '', modules: [] };

/**
 * Elements that report that the tested block was seen (N26), one per experiment of the page. Browsers without JavaScript request a tracking
 * pixel, which shows only that the page was sent.
 */
function watchedBlocks({ site, document, locale, facets }: CompileInput, client: ClientScripts): WatchedBlocks {
  const { basePath } = site.deployment;
  const watched = listWatchedBlocks(site, document).map(({ experiment, block }) => {
    const query = new URLSearchParams({ [exposureQuery.experiment]: experiment, [exposureQuery.locale]: locale });
    if (facets['webView'] === 'yes') query.set(exposureQuery.webView, '1');
    return { to: `${basePath}${EXPOSURES_PATH}?${query}`.replaceAll('&', '&amp;'), block: toHtmlId(block) };
  });
  if (watched.length === 0) return NOTHING_WATCHED;
  return {
    elements: watched
      .map(({ block, to }) => `<vitrine-seen data-block="${block}" data-to="${to}"></vitrine-seen>`)
      .join(''),
    withoutScript: `<noscript>${watched.map(({ to }) => `<img src="${to}" alt="" hidden>`).join('')}</noscript>`,
    modules: [basePath + (client.modules['seen']?.file ?? '')],
  };
}
