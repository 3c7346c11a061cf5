import type { BlockForm, ShownForm } from '#engine/shared/shown-form.ts';
import { LRUCache } from 'lru-cache';
import { type CodeText, buildCodeTextKey } from '#engine/shared/engine-texts.ts';
import { UserError } from '#engine/shared/errors.ts';
import { toHtmlId } from '#engine/shared/to-html-id.ts';
import type { ChosenForm } from '#engine/block-kit/form-types.ts';
import type { BoundTarget, LocalizedText } from '#engine/block-kit/types.ts';
import { findChosenForm, findQuestions, hasChoice, listShownBlockForms } from '#engine/decide/forms.ts';
import type { Facets, ResolvedBlock, Site } from '#engine/documents/types.ts';
import { selectCountry } from '#engine/i18n/select-country.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { formatTextName } from '#engine/i18n/text-names.ts';
import { bindTarget } from '#engine/routing/targets.ts';
import { type Binding, blockBindings } from '#schemas/generated/bindings.ts';
import type { Image, Text, VideoFile } from '#schemas/generated/documents.ts';
import { type BlockInfo, blockInfo, type Locale } from '#schemas/generated/vocabulary.ts';
import { toBoundImage } from './bind-image.ts';
import { toBoundVideo } from './bind-video.ts';
import type { BlockRegistry } from './registry-types.ts';
import type { AssetManifest } from './types.ts';

/** A block ready to render in one language: texts, links and images are bound. */
export interface BoundBlock {
  readonly id: string;
  /** The id as an HTML id: `/` of fragments becomes `-`. */
  readonly htmlId: string;
  readonly type: string;
  readonly area: string;
  /** Slot of the block around it; absent for its plain children. */
  readonly slot?: string | undefined;
  readonly props: Readonly<Record<string, unknown>>;
  readonly strings: Readonly<Record<string, LocalizedText>>;
  /** Forms that it shows itself. */
  readonly forms: readonly ShownForm[];
  /** Questions that it adds to its form; `null` for none. */
  readonly questions: BlockForm | null;
  readonly blocks: readonly BoundBlock[];
  /** Names of the site's texts that it and the blocks in it show, see `formatTextName`. */
  readonly texts: ReadonlySet<string>;
}

/** What a text is bound in. */
export interface TextContext {
  readonly site: Site;
  readonly locale: Locale;
  /** Country of the visitor, whose figures claims show; fields for a country that offer it preselect it. */
  readonly country?: string | undefined;
  /** Collects names of the texts that are read, see `formatTextName`. */
  readonly texts?: Set<string>;
}

export interface BindContext extends TextContext {
  readonly facets: Facets;
  readonly assets: AssetManifest;
  readonly registry: BlockRegistry;
  /** Flow of the document; by default the first one of the journey. */
  readonly flow: string | undefined;
  /** Query results of this request, by block id. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** See `findLinkLabels`; default: none. */
  readonly linkLabels?: ReadonlyMap<string, LocalizedText>;
}

/**
 * The bound blocks for these facets; blocks outside their window or condition are omitted with their children.
 *
 * @param keep Returns the cached block, or binds it.
 */
export function bindBlocks(
  blocks: readonly ResolvedBlock[],
  context: BindContext,
  keep: (block: ResolvedBlock, bind: () => BoundBlock) => BoundBlock = (_block, bind) => bind(),
): BoundBlock[] {
  return blocks
    .filter((block) => isShown(block, context.facets))
    .map((block) => keep(block, () => bindBlock(block, context)));
}

/** Questions that bound blocks add to their forms. */
export function listAsked(blocks: readonly BoundBlock[]): ReadonlyMap<ShownForm, BlockForm> {
  const asked = ({ forms, questions, blocks: inner }: BoundBlock): readonly (readonly [ShownForm, BlockForm])[] => [
    ...(questions === null ? [] : forms.map((form) => [form, questions] as const)),
    ...inner.flatMap(asked),
  ];
  return new Map(blocks.flatMap(asked));
}

function isShown(block: ResolvedBlock, facets: Facets): boolean {
  const decidesItself =
    (blockInfo as Readonly<Record<string, BlockInfo | undefined>>)[block.type]?.facets.includes('window') === true;
  if (block.window !== undefined && !decidesItself && facets[`window:${block.id}`] !== 'open') return false;
  return Object.entries(block.when ?? {}).every(([facet, value]) => facets[facet] === value);
}

function bindBlock(block: ResolvedBlock, context: BindContext): BoundBlock {
  const entry = context.registry[block.type];
  if (entry === undefined)
    throw new UserError(`The block type "${block.type}" is not in the registry. Run npm run gen.`);
  const texts = new Set<string>();
  const bound = bindParts(block, entry.strings, { ...context, texts });
  for (const { texts: inner } of bound.blocks) for (const text of inner) texts.add(text);
  return { ...bound, texts };
}

function bindParts(
  block: ResolvedBlock,
  strings: Readonly<Record<string, CodeText>>,
  context: BindContext,
): Omit<BoundBlock, 'texts'> {
  return {
    id: block.id,
    htmlId: toHtmlId(block.id),
    type: block.type,
    area: block.area,
    slot: block.slot,
    props: { ...bindProps(block, context), ...chosen(block, context), ...bindData(block, context) },
    strings: bindCodeTexts(block.type, strings, context),
    forms: listShownBlockForms(block, context),
    questions: findQuestions(block, context.site),
    blocks: bindBlocks(block.blocks, context),
  };
}

function bindProps({ type, props }: ResolvedBlock, context: BindContext): Readonly<Record<string, unknown>> {
  // A tree of objects in, a tree of objects out: binding replaces leaves only.
  return bindValue(props, bindingTree(type), context) as Readonly<Record<string, unknown>>;
}

/** Properties of a block whose form depends on a property. */
function chosen(block: ResolvedBlock, context: BindContext): ChosenForm | null {
  if (!hasChoice(block)) return null;
  const form = findChosenForm(block, context);
  if (form === null)
    throw new UserError(`The block "${block.id}" (${block.type}) shows a step that no flow has. Run npm run check.`);
  return { form };
}

/** Blocks with a query have no data outside a request: in precompiled pages and in editors. */
function bindData({ id, type }: ResolvedBlock, { data }: BindContext): { readonly data: unknown } | null {
  const asks = (blockInfo as Readonly<Record<string, BlockInfo | undefined>>)[type]?.dataBy !== undefined;
  return asks ? { data: data?.[id] ?? null } : null;
}

/** Fixed texts of a block or of the engine in one language. */
export function bindCodeTexts<Key extends string>(
  owner: string,
  words: Readonly<Record<Key, CodeText>>,
  context: TextContext,
): Record<Key, LocalizedText> {
  const bound = Object.entries<CodeText>(words).map(([key, text]) => [
    key,
    bindCodeText(buildCodeTextKey(owner, key), text, context),
  ]);
  return Object.fromEntries(bound) as Record<Key, LocalizedText>;
}

/** Texts from code, or the site's own text of this key in a language that they lack. */
export function bindCodeText(key: string, words: CodeText, context: TextContext): LocalizedText {
  const { site, locale, texts } = context;
  if (words[locale] !== undefined) return bindText(words, context);
  texts?.add(formatTextName(locale, key));
  return bindText(site.texts.get(locale)?.has(key) === true ? key : words, context);
}

/** Cached texts of a language and a country with figures of its own: those of blocks, forms and the frame are on nearly every page. */
interface BoundTexts {
  readonly byKey: LRUCache<string, LocalizedText>;
  readonly byWords: WeakMap<object, LocalizedText>;
}

/** Cached keys per language and country, of all pages together; rarely used ones are evicted first. */
const MAX_TEXTS = 1_000;

const boundTexts = new WeakMap<Site, Map<string, BoundTexts>>();

/** A text of this site in this language. */
export function bindText(text: Text | CodeText, context: TextContext): LocalizedText {
  if (typeof text === 'string') context.texts?.add(formatTextName(context.locale, text));
  const { byKey, byWords } = getTexts(context);
  const known = typeof text === 'string' ? byKey.get(text) : byWords.get(text);
  if (known !== undefined) return known;
  const bound = localizeText(context.site, text, context.locale, {
    country: context.country,
    linkTarget: (name) => bindTarget(context.site, `link:${name}`, context.locale),
  });
  if (typeof text === 'string') byKey.set(text, bound);
  else byWords.set(text, bound);
  return bound;
}

function getTexts({ site, locale, country }: TextContext): BoundTexts {
  const key = `${locale} ${selectCountry(site, country) ?? ''}`;
  const bySite = boundTexts.get(site) ?? new Map<string, BoundTexts>();
  boundTexts.set(site, bySite);
  const texts = bySite.get(key) ?? { byKey: new LRUCache({ max: MAX_TEXTS }), byWords: new WeakMap() };
  bySite.set(key, texts);
  return texts;
}

interface BindingNode {
  as?: Binding['as'];
  readonly inner: Map<string, BindingNode>;
}

const trees = new Map<string, BindingNode>();

function bindingTree(type: string): BindingNode {
  const known = trees.get(type);
  if (known !== undefined) return known;
  const root: BindingNode = { inner: new Map() };
  const bindings: Readonly<Record<string, readonly Binding[]>> = blockBindings;
  for (const binding of bindings[type] ?? []) {
    let node = root;
    for (const step of binding.path) {
      const next = node.inner.get(step) ?? { inner: new Map() };
      node.inner.set(step, next);
      node = next;
    }
    node.as = binding.as;
  }
  trees.set(type, root);
  return root;
}

function bindValue(value: unknown, node: BindingNode, context: BindContext): unknown {
  // The generated bindings come from the schema that validated these values, so each leaf has the type of its binding.
  if (node.as === 'text') return bindText(value as Text, context);
  if (node.as === 'target') return bindTarget(context.site, value as string, context.locale);
  if (node.as === 'image') return bindImage(value as Image, context);
  if (node.as === 'video')
    return toBoundVideo(value as VideoFile, context.locale, context.assets, context.site.deployment.basePath);
  if (node.inner.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = node.inner.get('[]');
    return items === undefined ? value : value.map((item) => bindValue(item, items, context));
  }
  const bound = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const next = node.inner.get(key) ?? node.inner.get('*');
      return [key, next === undefined ? inner : bindValue(inner, next, context)];
    }),
  );
  const isLink = node.inner.get('to')?.as === 'target' && node.inner.get('label')?.as === 'text';
  const label = isLink ? context.linkLabels?.get((bound['to'] as BoundTarget).href) : undefined;
  return label === undefined ? bound : { ...bound, label };
}

export function bindImage(
  reference: Image,
  context: TextContext & Pick<BindContext, 'assets'>,
): ReturnType<typeof toBoundImage> {
  const alt = reference.alt === undefined ? null : bindText(reference.alt, context);
  return toBoundImage(reference, alt, context.assets, context.site.deployment.basePath);
}
