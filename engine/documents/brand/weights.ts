/** A use of the brand's fonts with its weights. */
export interface WeightUse {
  readonly where: string;
  readonly display: readonly number[];
  readonly text: readonly number[];
}

/** From `font` and `font-weight` in the style sheets of blocks. */
export const weightsOfPages: WeightUse = { where: 'pages', display: [400], text: [400, 500, 600] };

/** From `server/platform/mail/render-html.ts`. */
export const weightsOfMails: WeightUse = { where: 'mails', display: [400], text: [400, 500] };
