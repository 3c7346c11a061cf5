import type { ResolvedDocument } from '#engine/documents/types.ts';
import { dataNeedsOf } from '#engine/decide/data.ts';
import { hrefFor } from '#engine/routing/links.ts';
import { pageElements } from '#schemas/generated/journeys/elements.ts';
import type { BlockRegistry } from './registry-types.ts';
import type { ClientScripts, CompileInput } from './types.ts';

/** Which scripts a page has: its tags, its policy, its cost and what a swap loads all follow from this one answer. */
export interface PageScripts {
  /** See `PageData`. */
  readonly route: string;
  /** What the page's policy allows beside its own: nothing, the module that reports events, or the tag manager too. */
  readonly policy: 'plain' | 'tracking' | 'tags';
  /** Whether the page has the client: then its data is in it. */
  readonly isLive: boolean;
  /** Code that is in the page itself, which the policy allows by its hash. */
  readonly inline: readonly string[];
  /** Tags before the page's data that only a whole page has. */
  readonly first: string;
  /** Custom elements before the page's data, also of a page that is swapped in. */
  readonly elements: string;
  /** Tags after the page's data that only a whole page has. */
  readonly last: string;
  /** Addresses of the modules that define the page's custom elements, for a page that is swapped in. */
  readonly elementModules: readonly string[];
}

interface InlineScript {
  readonly code: string;
  readonly tag: string;
}

export function pageScripts(options: {
  readonly input: CompileInput;
  /** What is shown. */
  readonly document: ResolvedDocument;
  /** Block types on the page. */
  readonly types: readonly string[];
  /** Forms that these blocks show. */
  readonly forms: ReadonlySet<string>;
  readonly hasIslands: boolean;
  readonly registry: BlockRegistry;
  readonly client: ClientScripts;
}): PageScripts {
  const { input, document, types, forms, hasIslands, registry, client } = options;
  const { basePath } = input.site.deployment;
  const withBehaviour = types.filter((type) => registry[type]?.behaviour);
  // Every page that visitors see is reached and left inside the app (C6); those with data are asked for in full.
  const isLive = hasIslands || dataNeedsOf(document).length === 0;

  const moved = input.moved
    ? inlineScript(client.moved, ` data-address="${hrefFor(input.site, { path: input.path, locale: input.locale })}"`)
    : null;
  const behaviour =
    withBehaviour.length > 0
      ? inlineScript(withBehaviour.map((type) => registry[type]?.behaviour ?? '').join(''))
      : null;
  const loader = isLive ? inlineScript(client.loader, loaderAttributes(input, client)) : null;
  // After the loader, whose policy it needs.
  const watcher = isLive && input.site.deployment.reportsErrors ? watcherOf(client, basePath) : null;
  const elements = elementsOf(forms, client, basePath);
  const route = `${input.document}___${input.locale}`;
  // The facet is there where the question is, so that pages without it report nothing (R10).
  const isTracked = input.facets['consent'] === 'granted';
  const { gtmContainerId: tagManager } = input.site.deployment;
  const attributes = { base: basePath, route, gtm: tagManager };
  const tracking = isTracked ? trackingTag(client, attributes) : '';

  return {
    route,
    policy: isTracked ? (tagManager === undefined ? 'tracking' : 'tags') : 'plain',
    isLive,
    inline: [behaviour, loader, watcher, moved].flatMap((script) => (script === null ? [] : [script.code])),
    first: moved?.tag ?? '',
    elements: elements.map(({ tag }) => `<${tag} data-base="${basePath}"></${tag}>`).join(''),
    last: [
      behaviour?.tag ?? '',
      loader?.tag ?? '',
      watcher?.tag ?? '',
      tracking,
      ...elements.map(({ module }) => `<script type="module" src="${module}"></script>`),
    ].join(''),
    elementModules: [
      ...withBehaviour.map((type) => basePath + (client.modules[`behaviour-${type}`]?.file ?? '')),
      ...elements.map(({ module }) => module),
    ],
  };
}

function inlineScript(code: string, attributes = ''): InlineScript {
  return { code, tag: `<script${attributes}>${code}</script>` };
}

/** The loader's text is the same on every page; where the code of this build lies is in its attributes. */
function loaderAttributes({ site }: CompileInput, client: ClientScripts): string {
  const { basePath } = site.deployment;
  const files = (name: string): string => {
    const { file, imports } = client.modules[name] ?? { file: '', imports: [] };
    return [file, ...imports].map((path) => basePath + path).join(' ');
  };
  const kept = site.journeys
    .flatMap(({ storedItems = [] }) => storedItems)
    .flatMap(({ name, sentWithForms }) => (sentWithForms === true ? [name] : []));
  return ` data-kept="${kept.join(' ')}" data-start="${files('start')}" data-islands="${files('islands')}"`;
}

/** Loads the module that reports once there is an error. */
function watcherOf(client: ClientScripts, basePath: string): InlineScript {
  return inlineScript(client.watcher, ` data-src="${basePath}${client.modules['errors']?.file ?? ''}"`);
}

/** For visitors who agreed to something: loaded after everything that shows. */
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

interface LoadedElement {
  readonly tag: string;
  /** Address of the module that defines it. */
  readonly module: string;
}

/** What journeys put on every page that has one of their forms, such as an element that waits for news of a registration. */
function elementsOf(forms: ReadonlySet<string>, client: ClientScripts, basePath: string): readonly LoadedElement[] {
  return pageElements.flatMap((element) => {
    const file = client.modules[element.module]?.file;
    const isWanted = element.forms.some((form) => forms.has(form));
    return isWanted && file !== undefined ? [{ tag: element.tag, module: basePath + file }] : [];
  });
}
