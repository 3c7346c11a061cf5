/** A common system font, used until the web font is loaded. */
export interface FallbackFont {
  /** Names for `local()`: the font itself and metric-compatible ones. */
  readonly local: readonly string[];
  readonly unitsPerEm: number;
  /** Advance widths of U+0020 to U+007E, in font units. */
  readonly advances: readonly number[];
}

/** Widths as published with the metric-compatible Liberation Sans 2. */
export const arial: FallbackFont = {
  local: ['Arial', 'Liberation Sans', 'Helvetica', 'ArialMT'],
  unitsPerEm: 2048,
  advances: [
    569, 569, 727, 1139, 1139, 1821, 1366, 391, 682, 682, 797, 1196, 569, 682, 569, 569, 1139, 1139, 1139, 1139, 1139,
    1139, 1139, 1139, 1139, 1139, 569, 569, 1196, 1196, 1196, 1139, 2079, 1366, 1366, 1479, 1479, 1366, 1251, 1593,
    1479, 569, 1024, 1366, 1139, 1706, 1479, 1593, 1366, 1593, 1479, 1366, 1251, 1479, 1366, 1933, 1366, 1366, 1251,
    569, 569, 569, 961, 1139, 682, 1139, 1139, 1024, 1139, 1139, 569, 1139, 1139, 455, 455, 1024, 455, 1706, 1139, 1139,
    1139, 1139, 682, 1024, 569, 1139, 1024, 1479, 1024, 1024, 1024, 684, 532, 684, 1196,
  ],
};

/** Widths as published with the metric-compatible Liberation Serif 2. */
export const timesNewRoman: FallbackFont = {
  local: ['Times New Roman', 'Liberation Serif', 'Times', 'TimesNewRomanPSMT'],
  unitsPerEm: 2048,
  advances: [
    512, 682, 836, 1024, 1024, 1706, 1593, 369, 682, 682, 1024, 1155, 512, 682, 512, 569, 1024, 1024, 1024, 1024, 1024,
    1024, 1024, 1024, 1024, 1024, 569, 569, 1155, 1155, 1155, 909, 1886, 1479, 1366, 1366, 1479, 1251, 1139, 1479, 1479,
    682, 797, 1479, 1251, 1821, 1479, 1479, 1139, 1479, 1366, 1139, 1251, 1479, 1479, 1933, 1479, 1479, 1251, 682, 569,
    682, 961, 1024, 682, 909, 1024, 909, 1024, 909, 682, 1024, 1024, 569, 569, 1024, 569, 1593, 1024, 1024, 1024, 1024,
    682, 797, 569, 1024, 1024, 1479, 1024, 1024, 909, 983, 410, 983, 1108,
  ],
};
