import { storageRegistry } from '#engine/shared/storage-registry.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { checkEachText, getFileTexts } from '../../each-text.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { isObject, selectObjects } from '../../json.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { TextVersions } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const unknownCookie: Rule = {
  id: 'unknown-cookie',
  severity: 'error',
  description: 'The consent banner and texts write the names of stored cookies as the site stores them.',
  block: function* ({ block, locate }) {
    if (block['type'] !== 'consent-banner') return;
    const { detail } = block;
    for (const [purpose, { names }] of selectObjects(isObject(detail) ? detail['purposes'] : []).entries())
      for (const [index, name] of Array.isArray(names) ? names.entries() : [])
        if (typeof name === 'string') yield* checkName(name, locate(['detail', 'purposes', purpose, 'names', index]));
  },
  project: checkEachText(
    getFileTexts,
    () => () => [] as const,
    (_key, versions) => inText(versions),
  ),
};

const stored = storageRegistry.map(({ name }) => name);
/** Names that no ordinary word is like. */
const technical = stored.filter((name) => name.includes('_'));

function* inText(versions: TextVersions): Generator<FindingDraft> {
  for (const { text, location } of versions.values()) {
    if (!text.includes('_')) continue;
    for (const { index, 0: name } of text.matchAll(/[\p{L}\d_-]+/gu))
      // A variable has braces.
      if (name.includes('_') && text[index - 1] !== '{')
        yield* checkName(name, { ...location, inside: index }, technical);
  }
}

/** Sites have cookies of others, too: only a name that is like one of the engine is a mistake. */
function* checkName(found: string, location: SourceLocation, known = stored): Generator<FindingDraft> {
  const several = found.split(/[,;]/);
  if (several.length > 1) {
    yield {
      location,
      message: `"${found}" holds a comma or a semicolon, which no cookie has in its name. Write each name as an entry of its own.`,
      expected: several.map((name) => `"${name.trim()}"`).join(', '),
      found,
    };
    return;
  }
  if (found.length < 4 || known.includes(found)) return;
  const suggestion = suggestName(found, known);
  if (suggestion === undefined) return;
  yield {
    location,
    message: `The site stores nothing under the name "${found}", so that visitors would read of a cookie that they cannot find. Write the name as it is stored.`,
    expected: `"${suggestion}"`,
    found,
    suggestion,
  };
}
