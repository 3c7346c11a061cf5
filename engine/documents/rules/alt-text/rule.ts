import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { TextLookup } from '../../project.ts';
import { readVersions } from '../../texts.ts';
import type { Rule } from '../rule.ts';

/** Tools often insert the file name as alternative text. */
const FILE_NAME = /^\S*\.(?:jpe?g|png|webp|avif|gif|svg|heic|tiff?)$/i;

export const altText: Rule = {
  id: 'alt-text',
  severity: 'error',
  description: 'Every image has an alternative text, or is marked as decorative (WCAG 1.1.1).',
  image: function* ({ value, location, locate, owner }, { texts }) {
    if (!isObject(value) || typeof value['src'] !== 'string') return;
    const hasText = value['alt'] !== undefined;
    const isDecorative = value['decorative'] !== undefined;
    if (hasText && !isDecorative)
      yield* fileNames(value['alt'], { ...location, path: [...location.path, 'alt'] }, texts);
    if (hasText !== isDecorative) return;
    yield {
      location: hasText ? locate(['alt']) : location,
      message: hasText
        ? `The image "${value['src']}" of ${owner} has an alternative text and says that it is decorative; only one can be true.`
        : `The image "${value['src']}" of ${owner} has no alternative text.`,
      expected: 'either "alt" with a text, or "decorative": true',
      mark: 'alt',
      follows: hasText ? [locate(['decorative'])] : [],
    };
  },
};

/** One finding for all languages, because the name is usually pasted into all of them. */
function* fileNames(alt: unknown, location: SourceLocation, texts: TextLookup): Generator<FindingDraft> {
  const versions = typeof alt === 'string' ? (texts.of(alt) ?? []) : [readVersions(alt, location)];
  const name = versions.flatMap((each) => [...each.values()]).find(({ text }) => FILE_NAME.test(text.trim()));
  if (name === undefined) return;
  yield {
    location: name.location,
    message: `The alternative text "${name.text}" is the name of a file, which is read out as it is. Say what is to be seen, or that the image is decorative.`,
    expected: 'a few words about what the image shows',
    found: name.text,
    mark: 'file name',
  };
}
