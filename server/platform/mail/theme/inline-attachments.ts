import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ThemeFont, MailTheme } from './mail-theme.ts';

/**
 * Images and fonts of a mail. Images are attached (RFC 2392) instead of linked: clients that block remote images show them, they outlive the site's
 * files, and opening a mail is not tracked. The outbox stores only the HTML; attachments are added on sending.
 */
export interface InlineAttachments {
  /** The HTML as sent, with its images. */
  enclose(html: string): { readonly html: string; readonly images: readonly InlineAttachment[] };
  /** The HTML with everything inlined, for browsers. */
  selfContained(html: string): string;
}

/** An image as a MIME part of the mail. */
export interface InlineAttachment {
  readonly cid: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Placeholder for the font rules of the brand. */
export const fontPlaceholder = '/*fonts*/';

/** Address of an image in the HTML, derived from its file name only, so that queued mails survive a move of the file. */
export const buildImageUrl = (file: string): string => `cid:${contentId(file)}`;

const contentId = (file: string): string => `${basename(file)}@letter`;

const known = new WeakMap<MailTheme, { readonly themes: readonly MailTheme[]; readonly read: InlineAttachments }>();

/**
 * Attachments of themes, read once. A mail gets the fonts and images that it names, so that one stored before a brand changed finds its own.
 *
 * @param root folder of the project, to which paths of the themes are relative
 * @param others themes of further brands
 * @throws file system errors for missing files
 */
export function loadInlineAttachments(
  root: string,
  theme: MailTheme,
  others: readonly MailTheme[] = [],
): InlineAttachments {
  const themes = [theme, ...others];
  const before = known.get(theme);
  if (before?.themes.length === themes.length && themes.every((each, index) => each === before.themes[index]))
    return before.read;
  const read = readInlineAttachments(root, themes);
  known.set(theme, { themes, read });
  return read;
}

function readInlineAttachments(root: string, themes: readonly MailTheme[]): InlineAttachments {
  const read = (file: string): Buffer => readFileSync(join(root, file));
  const files = new Set(
    themes.flatMap(({ emblem, envelope }) => [
      ...(emblem === undefined ? [] : [emblem]),
      ...Object.values(envelope ?? {}),
    ]),
  );
  const attachments = [...files].toSorted().map((file): InlineAttachment => ({
    cid: contentId(file),
    filename: basename(file),
    contentType: file.endsWith('.png') ? 'image/png' : 'image/jpeg',
    content: read(file),
  }));
  // Fonts are subset to the languages of mails, with their licence.
  const fonts = themes.map(({ display, text }) => [display, text].flatMap((font) => fontRule(font, read)));
  const fontRules = (html: string): string => {
    const named = fonts.flat().filter(({ family }) => html.includes(family));
    const rules = named.length > 0 ? named : (fonts[0] ?? []);
    return [...new Set(rules.map(({ rule }) => rule))].join('\n');
  };
  const withFonts = (html: string): string => html.replace(fontPlaceholder, () => fontRules(html));
  return {
    enclose: (html) => ({
      html: withFonts(html),
      images: attachments.filter(({ cid }) => html.includes(`cid:${cid}`)),
    }),
    selfContained: (html) =>
      attachments.reduce(
        (page, { cid, contentType, content }) =>
          page.replaceAll(`cid:${cid}`, () => `data:${contentType};base64,${content.toString('base64')}`),
        withFonts(html),
      ),
  };
}

function fontRule(
  { family, embedded }: ThemeFont,
  read: (file: string) => Buffer,
): readonly { readonly family: string; readonly rule: string }[] {
  if (embedded === undefined) return [];
  const data = read(embedded.file).toString('base64');
  const rule = `@font-face{font-family:'${family}';font-style:normal;font-weight:${embedded.weights.join(' ')};src:url(data:font/woff2;base64,${data}) format('woff2')}`;
  return [{ family, rule }];
}
