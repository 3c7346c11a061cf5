import { createHash } from 'node:crypto';
import { plainText } from '#engine/i18n/plain-text.ts';
import type { PageContext } from '#engine/block-kit/types.ts';
import type { ResolvedDocument } from '#engine/documents/types.ts';
import { alternates, canonicalUrl, hrefFor, languageChoices } from '#engine/routing/links.ts';
import { blockRegistry, layoutRegistry } from '#schemas/generated/registry.ts';
import { type BindContext, bindBlocks, type BoundBlock, bindPicture, bindStrings, bindText } from './bind.ts';
import { bindForms } from './bind-forms.ts';
import { phoneBytes } from './cost.ts';
import { createHoleMarker } from './cut.ts';
import { renderHead } from './head.ts';
import type { BlockRegistry, LayoutEntry } from './registry-types.ts';
import { renderBody } from './render-body.tsx';
import { contentSecurityPolicy } from './security-policy.ts';
import { engineStrings } from './strings.ts';
import { blockStructuredData, jsonLd, organization } from './structured-data.ts';
import { pageStyles } from './styles.ts';
import type { AssetManifest, CompileInput, Compiler, Template } from './types.ts';

const registry: BlockRegistry = blockRegistry;
const layouts: Readonly<Record<string, LayoutEntry>> = layoutRegistry;

/** The rendering side of the engine. `assets` are the prepared pictures and fonts, `buildId` names the code that renders. */
export function createCompiler(options: { readonly assets: AssetManifest; readonly buildId: string }): Compiler {
  return { buildId: options.buildId, compile: async (input) => compilePage(input, options.assets, options.buildId) };
}

/** Turns one document into a finished page in one language. Pure: the same input gives the same bytes on every node. */
function compilePage(input: CompileInput, assets: AssetManifest, buildId: string): Template {
  const { site, locale } = input;
  const document = documentOf(input);
  const layout = layouts[document.layout];
  if (layout === undefined) throw new Error(`The layout "${document.layout}" of ${document.id} is not in the registry. Run npm run gen.`);
  const { basePath, publicOrigin } = site.deployment;
  const context: BindContext = { site, locale, facets: input.facets, assets, registry };

  const marker = createHoleMarker();
  const blocks = bindBlocks(document.blocks, context);
  const types = usedTypes(blocks);
  const page: PageContext = {
    locale,
    path: input.path,
    homeHref: hrefFor(site, { path: '/', locale }),
    siteName: site.config.name,
    shortName: site.config.shortName,
    theme: document.theme,
    facets: input.facets,
    actionBase: `${hrefFor(site, { path: '/', locale }).replace(/\/$/, '')}/do/`,
    forms: bindForms(types, context, input.formState),
    // The rest of the visitor's query survives a switch; most visitors bring none, and then the hole is empty.
    languages: languageChoices(site, input.path, locale, '').map((choice) => ({ ...choice, href: choice.href + marker.mark('query', 'attribute') })),
  };
  const body = renderBody({ blocks, layout, layoutStrings: bindStrings(engineStrings, site, locale), page, registry, marker });
  refuseStyleAttributes(body.markup, document);

  const css = pageStyles({ fonts: assets.fonts.css, basePath, layout: layout.css, blocks: types.map((type) => registry[type]?.css ?? ''), colours: body.colours });
  const script = types.map((type) => registry[type]?.behaviour ?? '').join('');
  const title = plainText(bindText(document.meta.title, context));
  const canonical = canonicalUrl(site, input.path, locale);
  const indexable = document.meta.index !== false;
  const head = renderHead({
    locale,
    title,
    description: plainText(bindText(document.meta.description, context)),
    siteName: site.config.name,
    theme: document.theme,
    canonical,
    alternates: indexable ? alternates(site, input.path) : [],
    indexable,
    image: linkPreviewImage(document, context, publicOrigin),
    icons: { svg: basePath + assets.icons.svg, touch: basePath + assets.icons.touch },
    css,
    structuredData: [
      ...(indexable ? [jsonLd(organization(site.config, publicOrigin + bindPicture(site.config.organization.logo, context).src))] : []),
      ...blockStructuredData(blocks).map(jsonLd),
    ],
  });

  const scriptMarkup = script === '' ? '' : `<script>${script}</script>`;
  const template = {
    document: document.id,
    locale,
    parts: marker.cut(`${head}<body>${body.markup}${scriptMarkup}`),
    end: '</body></html>',
    tail: body.tail,
    contentSecurityPolicy: contentSecurityPolicy({
      scripts: script === '' ? [] : [script],
      styles: [css],
      secure: publicOrigin.startsWith('https:'),
    }),
    link: assets.fonts.preload.map((path) => `<${basePath}${path}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(', '),
    navigation: { title, locale, canonical, css, body: marker.cut(body.markup) },
    cost: {
      html: Buffer.byteLength(head + body.markup + scriptMarkup),
      inlineScript: Buffer.byteLength(script),
      inlineStyle: Buffer.byteLength(css),
      images: phoneBytes(blocks, assets, basePath),
      fonts: assets.fonts.bytes,
    },
  };
  return { key: createHash('sha256').update(buildId).update(JSON.stringify(template)).digest('hex'), ...template };
}

function documentOf({ site, document, arms }: CompileInput): ResolvedDocument {
  // One arm is a resolved document of its own; several at once come with experiments.
  const id = arms.at(-1) ?? document;
  const found = site.documents.get(id);
  if (found === undefined) throw new Error(`The document "${id}" does not exist in revision ${site.revision}.`);
  return found;
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
  return [...types].sort();
}

function linkPreviewImage(document: ResolvedDocument, context: BindContext, publicOrigin: string): string | null {
  const { assets, site, locale } = context;
  const made = assets.openGraph[`${document.id}:${locale}`];
  if (made !== undefined) return `${publicOrigin}${site.deployment.basePath}${made}`;
  return publicOrigin + bindPicture(document.meta.image ?? site.config.image, context).src;
}

/** The policy forbids inline styles, so a `style` attribute would be silently dropped by the browser. React escapes `<` and `>` in attributes. */
function refuseStyleAttributes(markup: string, document: ResolvedDocument): void {
  const found = /<[a-z][^>]*\sstyle=/i.exec(markup);
  if (found) throw new Error(`A block of ${document.id} renders a style attribute (${found[0].slice(0, 80)} …), which the security policy forbids. Use a class and a custom property in the block's CSS module.`);
}

