/** A use of the brand's fonts, and the weights that it asks for. */
export interface WeightUse {
  readonly where: string;
  readonly display: readonly number[];
  readonly text: readonly number[];
}

/** What the style sheets of blocks say in their `font` and `font-weight`. */
export const weightsOfPages: WeightUse = { where: 'pages', display: [400], text: [400, 500, 600] };

/** What `server/platform/mail/render-html.ts` says. */
export const weightsOfMails: WeightUse = { where: 'mails', display: [400], text: [400, 500] };
