import { createHash, hash } from 'node:crypto';
import { pageWords } from '#engine/base/engine-words.ts';
import { Bug, Mistake } from '#engine/base/errors.ts';
import { directionOf } from '#engine/base/languages.ts';
import { plainText } from '#engine/i18n/plain-text.ts';
import type { PageContext } from '#engine/block-kit/types.ts';
import type { ResolvedDocument } from '#engine/documents/types.ts';
import { canonicalPath } from './canonical-path.ts';
import { alternates, canonicalUrl, hrefFor, languageChoices, type LanguageLink } from '#engine/routing/links.ts';
import { blockRegistry, layoutRegistry } from '#schemas/generated/registry.ts';
import { type BindContext, bindBlocks, type BoundBlock, bindPicture, bindWords, bindText } from './bind.ts';
import { markIn } from './bind-errors.ts';
import { actionBase, bindForms } from './bind-forms.ts';
import { phoneFile } from './cost.ts';
import { createHoleMarker, type HoleMarker, joinParts } from './cut.ts';
import { pageEnd, renderHead } from './head.ts';
import { islandsIn } from './islands.tsx';
import { pageData } from './page-data.ts';
import { pageScripts } from './page-scripts.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { BlockRegistry, LayoutEntry } from './registry-types.ts';
import { renderPageBody } from './render-body.tsx';
import { contentSecurityPolicy } from './security-policy.ts';
import { blockStructuredData, jsonLd, organization } from './structured-data.ts';
import { keptStyles, type KeptStyles, pageStyles } from './styles.ts';
import type { AssetManifest, ClientScripts, CompileInput, Compiler, Template } from './types.ts';

const registry: BlockRegistry = blockRegistry;
const layouts: Readonly<Record<string, LayoutEntry>> = layoutRegistry;

export interface CompilerOptions {
  /** Prepared pictures and fonts. */
  readonly assets: AssetManifest;
  readonly client: ClientScripts;
  /** Names the code that renders. */
  readonly buildId: string;
}

/** The rendering side of the engine. */
export function createCompiler(options: CompilerOptions): Compiler {
  const styles = keptStyles();
  const { openGraph, ...shared } = options.assets;
  const assets = hash('sha256', JSON.stringify(shared), 'hex');
  return {
    buildId: options.buildId,
    assetsOf: (document, locale) => `${assets} ${openGraph[`${document}:${locale}`] ?? ''}`,
    compile: (input) => compilePage(input, { ...options, styles }),
  };
}

/** What was not found keeps the path that was asked for, in every language (R23). */
function languageHref({ locale, href }: LanguageLink, { site, document }: CompileInput, marker: HoleMarker): string {
  if (document !== site.config.documents.notFound) return href;
  const start = hrefFor(site, { path: '/', locale }).replace(/\/$/, '');
  return `${start}${marker.mark('asked', 'attribute')}?lang=${locale}`;
}

/** Turns one document into a finished page in one language. Pure: the same input gives the same bytes on every node. */
async function compilePage(
  input: CompileInput,
  { assets, client, buildId, styles }: CompilerOptions & { readonly styles: KeptStyles },
): Promise<Template> {
  const { site, locale } = input;
  const document = documentOf(input);
  const layout = layouts[document.layout];
  if (layout === undefined)
    throw new Mistake(`The layout "${document.layout}" of ${document.id} is not in the registry. Run npm run gen.`);
  const { basePath, publicOrigin } = site.deployment;
  const { facets, data: shown } = input;
  const context: BindContext = { site, locale, facets, assets, registry, flow: document.flow, data: shown };

  const marker = createHoleMarker();
  const blocks = bindBlocks(document.blocks, context);
  const types = usedTypes(blocks);
  const shownForms = usedForms(blocks);
  const page: PageContext = {
    locale,
    document: shownId(input, document),
    path: input.path,
    homeHref: hrefFor(site, { path: '/', locale }),
    siteName: site.config.name,
    shortName: site.config.shortName,
    theme: document.theme,
    facets: input.facets,
    actionBase: actionBase({ site, locale }),
    forms: bindForms(shownForms, { ...context, country: input.country }, input.formState, markIn(marker, 'attribute')),
    // The rest of the visitor's query survives a switch; most visitors bring none, and then the hole is empty.
    languages: languageChoices(site, input.path, locale, '').map((choice) => ({
      ...choice,
      href: languageHref(choice, input, marker) + marker.mark('query', 'attribute'),
    })),
  };
  const scripts = pageScripts({
    input,
    document,
    types,
    forms: shownForms,
    hasIslands: islandsIn(blocks).length > 0,
    registry,
    client,
  });
  const forms = noteReads(page.forms);
  const body = await renderPageBody({
    blocks,
    layout,
    layoutStrings: bindWords('page', pageWords, { site, locale }),
    page: { ...page, forms: forms.values },
    registry,
    marker,
    emblem: site.brand.emblem,
    client,
    basePath,
  });
  const data = scripts.isLive
    ? pageData({ route: scripts.route, page, forms: forms.read, formState: input.formState, marker, site, client })
    : '';
  refuseStyleAttributes(body.markup, document);

  const hasForms = Object.keys(page.forms).length > 0;
  const direction = directionOf(locale);
  const css = styles(site.brand, [basePath, document.layout, hasForms, direction, types, body.colours], () =>
    pageStyles({
      fonts: assets.fonts.css,
      brand: site.brand,
      basePath,
      layout: layout.css,
      blocks: types.map((type) => registry[type]?.css ?? ''),
      hasForms,
      colours: body.colours,
      direction,
    }),
  );
  const title = plainText(bindText(document.meta.title, context));
  const knownPath = canonicalPath(site, document.id, input.path);
  const canonical = canonicalUrl(site, knownPath, locale);
  const indexable = document.meta.index !== false;
  const head = renderHead({
    locale,
    title,
    description: plainText(bindText(document.meta.description, context)),
    siteName: site.config.name,
    theme: document.theme,
    themeColours: site.brand.browser,
    isInApp: facets['webView'] === 'yes',
    canonical,
    alternates: indexable ? alternates(site, knownPath) : [],
    indexable,
    image: linkPreviewImage(document, context, publicOrigin),
    icons: { svg: basePath + assets.icons.svg, touch: basePath + assets.icons.touch },
    css,
    structuredData: [
      ...(indexable
        ? [jsonLd(organization(site.config, publicOrigin + bindPicture(site.config.organization.logo, context).src))]
        : []),
      ...blockStructuredData(blocks).map(jsonLd),
    ],
  });

  // Cut apart and put together again: the markup is in both representations and is searched for marks once.
  const markup = marker.cut(body.markup);
  const later = marker.cut(scripts.elements + data);
  const template = {
    document: document.id,
    locale,
    parts: joinParts(
      marker.cut(`${head}<body>`),
      markup,
      marker.cut(`<span id="${pageEnd}" hidden></span>${scripts.first}`),
      later,
      marker.cut(scripts.last),
    ),
    end: '</body></html>',
    tail: body.tail,
    contentSecurityPolicy: contentSecurityPolicy({
      scripts: scripts.inline,
      styles: [css],
      secure: publicOrigin.startsWith('https:'),
      policy: scripts.policy,
      apiOrigins: scripts.isLive ? site.deployment.apiOrigins : undefined,
    }),
    link: assets.fonts.preload
      .map((path) => `<${basePath}${path}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
      .join(', '),
    navigation: {
      title,
      locale,
      ...(direction === 'rtl' ? { dir: 'rtl' as const } : {}),
      canonical,
      css,
      theme: document.theme,
      behaviours: scripts.elementModules,
      body: joinParts(markup, later),
    },
    cost: {
      inlineScript: Buffer.byteLength(scripts.inline.join('')),
      inlineStyle: Buffer.byteLength(css),
      firstPictures: body.firstPictures.map((image) => phoneFile(image, assets, basePath)),
    },
  };
  return { key: keyOf(template, buildId), ...template };
}

/** The markup and styles of in-app navigation are those of the page, which are in it already. */
function keyOf({ parts, navigation, ...rest }: Omit<Template, 'key'>, buildId: string): string {
  const { body: _body, css: _css, ...named } = navigation;
  const digest = createHash('sha256')
    .update(buildId)
    .update(JSON.stringify([rest, named, parts.length]));
  // As they are: writing a hundred kilobytes as JSON takes longer than hashing them.
  for (const part of parts) {
    if (typeof part === 'string') digest.update(`${part.length} `).update(part);
    else digest.update(JSON.stringify(part));
  }
  return digest.digest('hex');
}

function documentOf({ site, document, arms, composed }: CompileInput): ResolvedDocument {
  if (arms.length > 1 && composed === undefined)
    throw new Bug(`The arms ${arms.join(', ')} of ${document} must be put together before they are compiled.`);
  const id = arms[0] ?? document;
  const found = composed ?? site.documents.get(id);
  if (found === undefined) throw new Bug(`The document "${id}" does not exist in revision ${site.revision}.`);
  return found;
}

/** What a form says it stands in: several arms are named by all their ids, in their order. */
function shownId({ arms }: CompileInput, { id }: ResolvedDocument): string {
  return arms.length > 1 ? arms.join(' ') : id;
}

/** The same forms, and the names of those that somebody looked at. */
function noteReads(forms: PageContext['forms']): {
  readonly values: PageContext['forms'];
  readonly read: ReadonlySet<string>;
} {
  const read = new Set<string>();
  const values = new Proxy(forms, {
    get(target, name, receiver) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name, receiver);
    },
  });
  return { values, read };
}

/** Forms that blocks on the page show, each once. */
function usedForms(blocks: readonly BoundBlock[]): Set<FormName> {
  const visit = (block: BoundBlock): readonly FormName[] => [...block.forms, ...block.blocks.flatMap(visit)];
  return new Set(blocks.toSorted((a, b) => (a.type < b.type ? -1 : 1)).flatMap(visit));
}

/** Block types on the page, each once, in alphabetical order: equal pages have equal styles. */
function usedTypes(blocks: readonly BoundBlock[]): string[] {
  const types = new Set<string>();
  const visit = (inner: readonly BoundBlock[]): void => {
    for (const block of inner) {
      types.add(block.type);
      visit(block.blocks);
    }
  };
  visit(blocks);
  return [...types].toSorted();
}

function linkPreviewImage(document: ResolvedDocument, context: BindContext, publicOrigin: string): string | null {
  const { assets, site, locale } = context;
  const made = assets.openGraph[`${document.id}:${locale}`];
  if (made !== undefined) return `${publicOrigin}${site.deployment.basePath}${made}`;
  return publicOrigin + bindPicture(document.meta.image ?? site.config.image, context).src;
}

/** The policy forbids inline styles, so a `style` attribute would be silently dropped by the browser. React escapes `<` and `>` in attributes. */
function refuseStyleAttributes(markup: string, document: ResolvedDocument): void {
  // Few pages hold the word at all, and looking for it takes a fifth of the time.
  const found = /\sstyle=/i.test(markup) ? /<[a-z][^>]*\sstyle=/i.exec(markup) : null;
  if (found)
    throw new Mistake(
      `A block of ${document.id} renders a style attribute (${found[0].slice(0, 80)} …), which the security policy forbids. Use a class and a custom property in the block's CSS module.`,
    );
}
