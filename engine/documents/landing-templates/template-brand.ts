import { resolveColour } from '../brand/brand.ts';
import { isObject, type JsonObject } from '../json.ts';

export const BRAND_FILE = 'pages-config/brand.json';

/**
 * The brand of a template's landing: emblem, icons, fonts and mails of the site in the colours of the template. `headlines: "text"` sets
 * them in the site's font for text.
 */
export function buildTemplateBrand({ headlines, ...own }: JsonObject, site: JsonObject): JsonObject {
  const { address: _address, ...shared } = site;
  const isPlain = headlines === 'text';
  const mails = read(shared, 'mails');
  return {
    ...shared,
    $schema: '../../schemas/generated/editor/brand.schema.json',
    icons: readIcons(site),
    fonts: isPlain ? withPlainHeadlines(read(shared, 'fonts')) : shared['fonts'],
    ...(isPlain && 'fonts' in mails && { mails: { ...mails, fonts: withPlainHeadlines(read(mails, 'fonts')) } }),
    ...own,
    ...(headlines !== undefined && !isPlain && { headlines }),
    day: { ...read(shared, 'day'), ...read(own, 'day') },
    night: { ...read(shared, 'night'), ...read(own, 'night') },
  };
}

const read = (value: JsonObject, name: string): JsonObject => {
  const part = value[name];
  return isObject(part) ? part : {};
};

const withPlainHeadlines = (fonts: JsonObject): JsonObject => ({ ...fonts, display: fonts['text'] });

/** Colours of the site's icons, which do not follow those of the template. */
function readIcons(site: JsonObject): JsonObject {
  const [day, night, icons] = [read(site, 'day'), read(site, 'night'), read(site, 'icons')];
  const colours = Object.fromEntries(
    Object.entries(read(site, 'colours')).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const { tab = day['accent'], tabAtNight = night['accent'], ground = day['accent'], lines = day['onAccent'] } = icons;
  return Object.fromEntries(
    Object.entries({ tab, tabAtNight, ground, lines }).map(([name, colour]) => [
      name,
      typeof colour === 'string' ? resolveColour(colours, colour) : colour,
    ]),
  );
}
