import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import type { LocalizedText } from '#engine/block-kit/types.ts';
import { escapeJsonInMarkup } from '#engine/shared/escape.ts';
import type { FaqProps, PlaceProps } from '#schemas/generated/block-props.ts';
import type { SiteDocument } from '#schemas/generated/documents.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import type { BoundBlock } from './bind.ts';

/** One schema.org object in a JSON-LD script. It is data, not code: `script-src` does not apply to it. */
export function renderJsonLd(data: Readonly<Record<string, unknown>>): string {
  return `<script type="application/ld+json">${escapeJsonInMarkup({ '@context': 'https://schema.org', ...data })}</script>`;
}

/** schema.org/Organization of the site. `logo` is an absolute URL. */
export function buildOrganization(config: SiteDocument, logo: string): Readonly<Record<string, unknown>> {
  const { legalName, url, sameAs } = config.organization;
  return { '@type': 'Organization', name: config.name, legalName, url, logo, sameAs };
}

/** schema.org/FAQPage of questions and answers. */
function faqPage(
  items: readonly { readonly question: LocalizedText; readonly answer: LocalizedText }[],
): Readonly<Record<string, unknown>> {
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: toPlainText(question),
      acceptedAnswer: { '@type': 'Answer', text: toPlainText(answer) },
    })),
  };
}

/** schema.org/Place of each place. */
function describePlaces(places: PlaceProps['places']): readonly Readonly<Record<string, unknown>>[] {
  return places.map(({ name, address, phone }) => ({
    '@type': 'Place',
    name: toPlainText(name),
    address: toPlainText(address),
    ...(phone?.to.href.startsWith('tel:') === true && { telephone: phone.to.href.slice('tel:'.length) }),
  }));
}

/** JSON-LD of blocks whose schema declares it: the questions of a `structuredData: "faq"` block, the places of a `"place"` one. */
export function buildBlockStructuredData(blocks: readonly BoundBlock[]): Readonly<Record<string, unknown>>[] {
  return blocks.flatMap((block) => [
    // The block's schema ensures that these props have what it needs.
    ...(findBlockInfo(block.type)?.structuredData === 'faq'
      ? [faqPage((block.props as unknown as Pick<FaqProps, 'items'>).items)]
      : []),
    ...(findBlockInfo(block.type)?.structuredData === 'place'
      ? describePlaces((block.props as unknown as Pick<PlaceProps, 'places'>).places)
      : []),
    ...buildBlockStructuredData(block.blocks),
  ]);
}

function findBlockInfo(type: string): BlockInfo | undefined {
  return (blockInfo as Readonly<Record<string, BlockInfo | undefined>>)[type];
}
