import type { ShownForm } from '#engine/shared/shown-form.ts';
import { hash } from 'node:crypto';
import { byName } from '#engine/shared/by-name.ts';
import { pageTexts } from '#engine/shared/engine-texts.ts';
import { InternalError, UserError } from '#engine/shared/errors.ts';
import { toHtmlId } from '#engine/shared/to-html-id.ts';
import { getDirection } from '#engine/shared/languages.ts';
import { selectCountry } from '#engine/i18n/select-country.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import type { PageContext } from '#engine/block-kit/types.ts';
import { selectSiteOfBrand } from '#engine/documents/brand/site-of-brand.ts';
import type { ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { bindTarget } from '#engine/routing/targets.ts';
import { findCanonicalPath } from '#engine/decide/find-canonical-path.ts';
import { listAlternates, buildCanonicalUrl, buildHref, listLanguageChoices } from '#engine/routing/links.ts';
import { blockRegistry, layoutRegistry } from '#schemas/generated/registry.ts';
import { type BlockInfo, blockInfo, type Locale } from '#schemas/generated/vocabulary.ts';
import {
  type BindContext,
  bindBlocks,
  type BoundBlock,
  bindImage,
  bindCodeTexts,
  bindText,
  listAsked,
} from './bind.ts';
import { markIn } from './bind-errors.ts';
import { buildActionBase, bindForms } from './bind-forms.ts';
import { buildConditionStyles } from './build-condition-styles.ts';
import { createAssetHasher } from './assets/asset-hasher.ts';
import { collectVideos } from './assets/collect-images.ts';
import { findLinkLabels } from './find-link-labels.ts';
import { findPhoneFile } from './find-phone-file.ts';
import { createHoleMarker, type HoleMarker, withPageValues } from './split-template.ts';
import { pageEnd, renderHead } from './head.ts';
import { listIslands } from './islands.tsx';
import { createFragmentCache, type FragmentCache } from './fragment-cache.ts';
import { renderPageBody } from './render-page-body.ts';
import { serializePageData } from './serialize-page-data.ts';
import { buildPageScripts } from './build-page-scripts.ts';
import type { BlockRegistry, LayoutEntry } from './registry-types.ts';
import { fillOpening, getOpeningValues, ORIGIN } from '#engine/shared/opening.ts';
import { buildContentSecurityPolicy } from './security-policy.ts';
import { buildBlockStructuredData, renderJsonLd, buildOrganization } from './structured-data.ts';
import { createStyleCache, type StyleCache, buildPageStyles } from './styles.ts';
import type { AssetManifest, ClientScripts, CompileInput, Compiler, Template } from './types.ts';

const registry: BlockRegistry = blockRegistry;
const infoByType = byName<BlockInfo>(blockInfo);
const layouts: Readonly<Record<string, LayoutEntry>> = layoutRegistry;

export interface CompilerOptions {
  /** Prepared images and fonts. */
  readonly assets: AssetManifest;
  readonly client: ClientScripts;
  /** Identifies the rendering code. */
  readonly buildId: string;
}

/** The rendering side of the engine. */
export function createCompiler(options: CompilerOptions): Compiler {
  const tools = { ...options, styles: createStyleCache(), parts: createFragmentCache(), marker: createHoleMarker() };
  const { openGraph } = options.assets;
  const files = createAssetHasher(options.assets);
  return {
    buildId: options.buildId,
    identifyAssets: (site, document, locale) =>
      `${files.hashOfSite(selectSiteOfBrand(site, document))} ${files.hashOfDocument(document)} ${openGraph[`${document.id}:${locale}`] ?? ''}`,
    compile: (input) => compilePage(input, tools),
  };
}

/** Caches of a compiler, which do not affect its output. */
interface Tools extends CompilerOptions {
  readonly styles: StyleCache;
  readonly parts: FragmentCache;
  readonly marker: HoleMarker;
}

/** Turns one document into a finished page in one language. Pure: the same input gives the same bytes on every node. */
async function compilePage(given: CompileInput, tools: Tools): Promise<Template> {
  const { assets, client, buildId, styles, marker } = tools;
  const document = findDocument(given);
  const site = selectSiteOfBrand(given.site, document);
  const input: CompileInput = { ...given, site };
  const { locale } = input;
  const { fonts, icons } = assetsOfBrand(assets, document.brand);
  const layout = layouts[document.layout];
  if (layout === undefined)
    throw new UserError(`The layout "${document.layout}" of ${document.id} is not in the registry. Run npm run gen.`);
  const { basePath, publicOrigin } = site.deployment;
  const { facets, country, data: shown } = input;
  const texts = new Set<string>();
  const context: BindContext = {
    site,
    locale,
    country,
    texts,
    facets,
    assets,
    registry,
    flow: document.flow,
    data: shown,
  };

  const linkLabels = findLinkLabels(document.blocks, context, input.formState);
  const blocks = boundBlocks(document, { ...context, linkLabels }, tools.parts);
  for (const block of blocks) for (const text of block.texts) texts.add(text);
  const types = usedTypes(blocks);
  const frames = [...new Set(types.flatMap((type) => infoByType[type]?.frames ?? []))];
  const hasMedia = collectVideos([document]).length > 0;
  const shownForms = usedForms(blocks);
  const questions = listAsked(blocks);
  const page: PageContext = {
    locale,
    document: shownId(input, document),
    path: input.path,
    homeHref: findHome(site, document, locale),
    siteName: site.config.name,
    shortName: site.config.shortName,
    theme: document.theme,
    // Facets about blocks refer to ids in markup.
    facets: Object.fromEntries(Object.entries(facets).map(([name, value]) => [toHtmlId(name), value])),
    actionBase: buildActionBase({ site, locale }),
    forms: bindForms(shownForms, { ...context, questions }, input.formState, markIn(marker, 'attribute')),
    languages: listLanguageChoices(site, input.path, locale, ''),
  };
  const scripts = buildPageScripts({
    input,
    document,
    types,
    forms: shownForms,
    hasIslands: listIslands(blocks).length > 0,
    registry,
    client,
  });
  const body = await renderPageBody({
    input,
    blocks,
    layout,
    layoutName: document.layout,
    layoutStrings: bindCodeTexts('page', pageTexts, context),
    page,
    registry,
    fragments: tools.parts,
    marker,
    client,
    basePath,
  });
  const data = scripts.isLive
    ? serializePageData({
        route: scripts.route,
        page,
        forms: body.forms,
        formState: input.formState,
        marker,
        site,
        texts,
        client,
      })
    : '';

  const hasForms = Object.keys(page.forms).length > 0;
  const direction = getDirection(locale);
  const conditions = buildConditionStyles([...shownForms, ...questions.values()], site);
  const css = styles(
    site.brand,
    [basePath, document.layout, body.hasSections, hasForms, direction, types, body.colours, conditions],
    () =>
      buildPageStyles({
        fonts: fonts.css,
        brand: site.brand,
        basePath,
        layout: layout.css,
        blocks: types.map((type) => registry[type]?.css ?? ''),
        hasSections: body.hasSections,
        hasForms,
        colours: body.colours,
        conditions,
        direction,
      }),
  );
  const title = toPlainText(bindText(document.meta.title, context));
  const knownPath = findCanonicalPath(site, document.id, input.path);
  const canonical = buildCanonicalUrl(site, knownPath, locale, ORIGIN);
  const indexable = document.meta.index !== false;
  const {
    opening,
    start,
    css: styleSheet,
    end: rest,
  } = renderHead({
    locale,
    title,
    description: toPlainText(bindText(document.meta.description, context)),
    siteName: site.config.name,
    theme: document.theme,
    brand: document.brand,
    themeColours: site.brand.browser,
    isInApp: facets['webView'] === 'yes',
    canonical,
    alternates: indexable ? listAlternates(site, knownPath, ORIGIN) : [],
    indexable,
    image: linkPreviewImage(document, context),
    icons: { svg: basePath + icons.svg, touch: basePath + icons.touch },
    css,
    hasStartup: scripts.isLive && site.deployment.startup !== undefined,
    // Search engines read it on the home page only (O4); pages of a further brand state their own (K3).
    organization:
      indexable && (knownPath === '/' || site.config.organization !== given.site.config.organization)
        ? renderJsonLd(buildOrganization(site.config, ORIGIN + bindImage(site.config.organization.logo, context).src))
        : '',
    structuredData: buildBlockStructuredData(blocks).map(renderJsonLd),
  });

  const later = withPageValues(marker.cut(scripts.elements + data), new Map());
  const template = {
    document: document.id,
    locale,
    opening,
    parts: [
      fillOpening(opening, getOpeningValues(site.deployment)),
      start,
      styleSheet,
      `${rest}<body>`,
      ...body.parts,
      `<span id="${pageEnd}" hidden></span>${scripts.first}`,
      ...later,
      scripts.last,
    ],
    end: '</body></html>',
    tail: body.tail,
    contentSecurityPolicy: buildContentSecurityPolicy({
      scripts: scripts.inline,
      styles: [css],
      secure: publicOrigin.startsWith('https:'),
      policy: scripts.policy,
      frames,
      hasMedia,
      apiOrigins: scripts.isLive ? site.deployment.apiOrigins : undefined,
    }),
    link: fonts.preload
      .map((path) => `<${basePath}${path}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
      .join(', '),
    navigation: {
      title,
      locale,
      ...(direction === 'rtl' ? { dir: 'rtl' as const } : {}),
      canonical: canonical.replace(ORIGIN, publicOrigin),
      css,
      theme: document.theme,
      ...(document.brand !== undefined && { brand: document.brand }),
      behaviours: scripts.elementModules,
      ...((frames.length > 0 || hasMedia) && { hasOwnPolicy: true as const }),
      body: [...body.parts, ...later],
    },
    cost: {
      inlineScript: Buffer.byteLength(scripts.inline.join('')),
      inlineStyle: Buffer.byteLength(css),
      firstImages: body.firstImages.map((image) => findPhoneFile(image, assets, basePath)),
    },
  };
  const key = computeKey(template, [buildId, start, rest, body.digest, scripts.first, later, scripts.last]);
  return { key, ...template, texts: [...texts].toSorted() };
}

/**
 * @param madeFrom Inputs of the page's parts except its styles, whose hash is in its policy. Hashing a hundred
 * kilobytes takes longer than everything else here.
 */
function computeKey(
  { parts: _parts, navigation, ...others }: Omit<Template, 'key' | 'texts'>,
  madeFrom: readonly unknown[],
): string {
  const { body: _body, css: _css, ...named } = navigation;
  return hash('sha256', JSON.stringify([others, named, madeFrom]), 'hex');
}

/** Blocks that several pages share are bound once. Query results belong to one request. */
function boundBlocks(document: ResolvedDocument, context: BindContext, parts: FragmentCache): BoundBlock[] {
  const { site, locale, country, facets, flow, data, linkLabels } = context;
  if (data !== undefined) return bindBlocks(document.blocks, context);
  const around = JSON.stringify([locale, facets, flow, selectCountry(site, country), [...(linkLabels ?? [])]]);
  return bindBlocks(document.blocks, context, (block, bind) => parts.block(site, around + written(block), bind));
}

const writtenBlocks = new WeakMap<ResolvedBlock, string>();

/** A block as JSON, equal in all languages of its document. */
function written(block: ResolvedBlock): string {
  const known = writtenBlocks.get(block) ?? JSON.stringify(block);
  writtenBlocks.set(block, known);
  return known;
}

/** Fonts and icons of a brand, by default those of the site. */
function assetsOfBrand(assets: AssetManifest, brand: string | undefined): Pick<AssetManifest, 'fonts' | 'icons'> {
  return (brand === undefined ? undefined : assets.brands?.[brand]) ?? assets;
}

/** Where the wordmark leads. */
function findHome(site: Site, { brand }: ResolvedDocument, locale: Locale): string {
  const home = brand === undefined ? undefined : site.brands.get(brand)?.home;
  return home === undefined ? buildHref(site, { path: '/', locale }) : bindTarget(site, home, locale).href;
}

function findDocument({ site, document, variations, composed }: CompileInput): ResolvedDocument {
  if (variations.length > 1 && composed === undefined)
    throw new InternalError(
      `The variations ${variations.join(', ')} of ${document} must be put together before they are compiled.`,
    );
  const id = variations[0] ?? document;
  const found = composed ?? site.documents.get(id);
  if (found === undefined) throw new InternalError(`The document "${id}" does not exist in revision ${site.revision}.`);
  return found;
}

/** The document of a form: several variations are named by all their ids, in order. */
function shownId({ variations }: CompileInput, { id }: ResolvedDocument): string {
  return variations.length > 1 ? variations.join(' ') : id;
}

/** Forms of the blocks on the page, each once. */
function usedForms(blocks: readonly BoundBlock[]): Set<ShownForm> {
  const visit = (block: BoundBlock): readonly ShownForm[] => [...block.forms, ...block.blocks.flatMap(visit)];
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

function linkPreviewImage(document: ResolvedDocument, context: BindContext): string | null {
  const { assets, site, locale } = context;
  const made = assets.openGraph[`${document.id}:${locale}`];
  if (made !== undefined) return `${ORIGIN}${site.deployment.basePath}${made}`;
  return ORIGIN + bindImage(document.meta.image ?? site.config.image, context).src;
}
