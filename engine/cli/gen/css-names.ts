/** At-rules that stylesheets of blocks may mean. */
export const atRules: readonly string[] = [
  '@container',
  '@media',
  '@supports',
  '@keyframes',
  '@layer',
  '@property',
  '@font-face',
  '@starting-style',
];

/** Pseudo-classes and pseudo-elements. */
export const states: readonly string[] =
  'active any-link autofill before after checked default defined details-content dir disabled empty enabled first first-child first-letter first-line first-of-type focus focus-visible focus-within fullscreen global has host hover in-range indeterminate invalid is lang last-child last-of-type link local marker modal not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type open optional out-of-range paused placeholder placeholder-shown playing popover-open read-only read-write required root scope selection slotted target user-invalid user-valid valid view-transition visited where backdrop cue file-selector-button part'.split(
    ' ',
  );

/** Units of all kinds. */
export const units: readonly string[] =
  'px rem em ex ch cap ic lh rlh vw vh vmin vmax vi vb svw svh svi svb svmin svmax lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax cqw cqh cqi cqb cqmin cqmax cm mm q in pt pc deg grad rad turn s ms hz khz dpi dpcm dppx x fr'.split(
    ' ',
  );

/** Features of `@media` and `@container`. */
export const features: readonly string[] =
  'width min-width max-width height min-height max-height inline-size min-inline-size max-inline-size block-size min-block-size max-block-size aspect-ratio min-aspect-ratio max-aspect-ratio orientation resolution min-resolution max-resolution hover any-hover pointer any-pointer color color-gamut color-index monochrome prefers-color-scheme prefers-contrast prefers-reduced-data prefers-reduced-motion prefers-reduced-transparency forced-colors inverted-colors display-mode dynamic-range overflow-block overflow-inline scripting update grid scan video-dynamic-range video-color-gamut'.split(
    ' ',
  );

/** A colour in the value of a declaration. */
export const TYPED_COLOUR =
  /(?<=(?<![\w-])[a-z-]+\s*:[^:;{}]*)(?<![\w-])(#[0-9a-f]{3,8}(?![\w-])|(?:rgba?|hsla?|oklch|oklab|hwb)\([^)]*\)|(?:white|black|red|gr[ae]y|gold|silver)(?![\w-]))/gi;
