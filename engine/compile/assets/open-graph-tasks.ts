import { selectSiteOfBrand } from '#engine/documents/brand/site-of-brand.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { BrandFont } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { ImageReference } from './image-key.ts';
import type { OpenGraphCard } from './open-graph-drawing.ts';

/** One link preview: a document in a language. */
export interface OpenGraphTask {
  /** Key of `AssetManifest.openGraph`. */
  readonly key: string;
  /** Stem of the file's name. */
  readonly name: string;
  /** Document and language, for messages. */
  readonly where: string;
  readonly image: ImageReference;
  readonly card: OpenGraphCard;
  /** Background of transparent parts of the image. */
  readonly ground: string;
  /** Of title and name. */
  readonly font: BrandFont;
}

/** Path below the base path of a document's link preview, or `null` when it has none. */
export function buildOpenGraphPath(manifest: AssetManifest, documentId: string, locale: Locale): string | null {
  return manifest.openGraph[openGraphKey(documentId, locale)] ?? null;
}

/** Link previews of all landings, and of indexed pages, in all languages of the site. */
export function listOpenGraphTasks(site: Site): OpenGraphTask[] {
  const documents = [...site.documents.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return documents
    .filter((document) => document.kind === 'landing' || document.meta.index !== false)
    .flatMap((document) => site.config.locales.available.map((locale) => openGraphTask(site, document, locale)));
}

function openGraphTask(ofSite: Site, document: ResolvedDocument, locale: Locale): OpenGraphTask {
  const site = selectSiteOfBrand(ofSite, document);
  const title = localizeText(site, document.meta.title, locale);
  return {
    key: openGraphKey(document.id, locale),
    where: `${document.file}, meta, language "${locale}"`,
    name: `${document.id.replaceAll('/', '-')}.${locale}`,
    image: document.meta.image ?? site.config.image,
    ground: site.brand.imageGround,
    font: site.brand.fonts.display,
    card: {
      title: withoutName(toPlainText(title), site.config.name),
      siteName: site.config.name,
      language: title.lang,
      colours: site.brand.previews[document.theme],
      emblem: site.brand.emblem,
    },
  };
}

/** The card contains the name already: `The Example Shop · Fine labels` is `Fine labels` there. */
function withoutName(title: string, name: string): string {
  const after = title.startsWith(name) ? /^\s+[·|–—-]\s+(.+)$/.exec(title.slice(name.length)) : null;
  const before = title.endsWith(name) ? /^(.+)\s+[·|–—-]\s+$/.exec(title.slice(0, -name.length)) : null;
  return after?.[1] ?? before?.[1] ?? title;
}

function openGraphKey(documentId: string, locale: Locale): string {
  return `${documentId}:${locale}`;
}
