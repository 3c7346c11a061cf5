/** Words that stand for a text or an amount which is to be written later. Three crosses alone are also the Roman number 30. */
export const PLACEHOLDER =
  /(?<![\p{L}\d])(?:TODO|FIXME|TBD|X{4,}|X{3}(?=\s?[%€$£])|[Ll]orem ipsum)(?![\p{L}\d])|^X{3}$/u;

/** Whether all words of a text are to be written later. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.exec(text)?.[0].length === text.trim().length;
