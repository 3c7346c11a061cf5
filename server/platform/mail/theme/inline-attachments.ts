import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ThemeFont, MailTheme } from './mail-theme.ts';

/**
 * What a letter brings along. Images travel inside the mail (RFC 2392) instead of being fetched from the site: mail programs that block
 * remote images show them, a letter still has them when the site's files have long changed, and nobody learns that it was opened.
 * The outbox keeps the HTML alone; both are added as a mail leaves.
 */
export interface InlineAttachments {
  /** The HTML as it is sent, and the images it shows. */
  enclose(html: string): { readonly html: string; readonly images: readonly InlineAttachment[] };
  /** The HTML with everything in it, for a browser. */
  selfContained(html: string): string;
}

/** An image as a part of the mail that shows it. */
export interface InlineAttachment {
  readonly cid: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Stands where the rules of the brand's fonts go. */
export const fontPlaceholder = '/*fonts*/';

/** Address of an image in the HTML of a letter, which its name alone makes: letters that wait outlive the place of a file. */
export const imageUrl = (file: string): string => `cid:${contentId(file)}`;

const contentId = (file: string): string => `${basename(file)}@letter`;

const known = new WeakMap<MailTheme, InlineAttachments>();

/**
 * What letters of a look bring along, read once.
 *
 * @param root Folder of the project, from which the look names its files
 * @throws Error of the file system when one of them is missing
 */
export function loadInlineAttachments(root: string, theme: MailTheme): InlineAttachments {
  const attachments = known.get(theme) ?? readInlineAttachments(root, theme);
  known.set(theme, attachments);
  return attachments;
}

function readInlineAttachments(root: string, { emblem, envelope, display, text }: MailTheme): InlineAttachments {
  const read = (file: string): Buffer => readFileSync(join(root, file));
  const files = new Set([...(emblem === undefined ? [] : [emblem]), ...Object.values(envelope ?? {})]);
  const attachments = [...files].toSorted().map((file): InlineAttachment => ({
    cid: contentId(file),
    filename: basename(file),
    contentType: file.endsWith('.png') ? 'image/png' : 'image/jpeg',
    content: read(file),
  }));
  // With the letters of the languages that mails are written in, their licence beside them.
  const fontRules = [display, text].flatMap((font) => fontRule(font, read)).join('\n');
  const withFonts = (html: string): string => html.replace(fontPlaceholder, () => fontRules);
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

function fontRule({ family, embedded }: ThemeFont, read: (file: string) => Buffer): readonly string[] {
  if (embedded === undefined) return [];
  const data = read(embedded.file).toString('base64');
  return [
    `@font-face{font-family:'${family}';font-style:normal;font-weight:${embedded.weights.join(' ')};src:url(data:font/woff2;base64,${data}) format('woff2')}`,
  ];
}
