import type { ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { InlineText, SiteDocument } from '#schemas/generated/documents.ts';
import type { ImageReference } from '#engine/compile/assets/image-key.ts';
import { makeBlock, makeDocument, makeSite } from './make-site.ts';

/** A text in all seven languages; languages that are left out repeat the English one. */
export function inlineText(en: string, others: Partial<InlineText> = {}): InlineText {
  return { en, de: en, fr: en, it: en, nl: en, pl: en, sv: en, ...others };
}

/** A small whole site for tests: its document names the images, one landing shows them in blocks. */
export function fixtureSite(options: {
  readonly images: readonly ImageReference[];
  readonly title?: InlineText;
  readonly locales?: SiteDocument['locales']['available'];
}): Site {
  const document = fixtureDocument('landings/default', options.images, options.title ?? inlineText('Fine labels'));
  const image = decorative(options.images[0] ?? { src: 'images/satin/wine-29.jpg' });
  return makeSite({
    standard: [document],
    config: {
      locales: { available: options.locales ?? ['en'], default: 'en', strategy: 'prefix' },
      organization: { legalName: 'Example SE', url: 'https://www.example.com', logo: image },
      image,
    },
  });
}

export const fixtureDocument = (id: string, images: readonly ImageReference[], title: InlineText): ResolvedDocument =>
  makeDocument({
    id,
    meta: { title, description: inlineText('A private house.'), index: true },
    blocks: images.map((image, index) => ctaBlock(`close-${index + 1}`, image)),
  });

const ctaBlock = (id: string, image: ImageReference): ResolvedBlock =>
  makeBlock({ id, type: 'call-to-action', area: 'main', props: { image: decorative(image) } });

function decorative(
  image: ImageReference,
): ImageReference & { readonly grade: 'none' | 'dark' | 'light'; readonly decorative: true } {
  return { grade: 'none', ...image, decorative: true };
}
