declare module 'subset-font' {
  interface AxisRange {
    readonly min: number;
    readonly max: number;
  }

  interface SubsetOptions {
    readonly targetFormat?: 'sfnt' | 'woff' | 'woff2';
    readonly keepFeatures?: readonly string[];
    /** A number pins the axis, a range limits it. */
    readonly variationAxes?: Readonly<Record<string, number | AxisRange>>;
    readonly noHinting?: boolean;
    /** Keeps all glyphs; `text` must be empty then. */
    readonly keepAllGlyphs?: boolean;
  }

  export default function subsetFont(font: Buffer, text: string | undefined, options?: SubsetOptions): Promise<Buffer>;
}
