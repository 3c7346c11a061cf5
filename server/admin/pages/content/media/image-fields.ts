import type { FieldView } from '#engine/shared/data-view.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { uploadLimits } from '#engine/shared/upload-limits.ts';
import type { NormalisedImage } from '#server/site/publications/ports.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { ActionResult, AdminRequest, Fields } from '#server/admin/admin-page.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import type { ImageMetadata } from '#server/site/uploads/uploads.ts';
import type { ContentTools } from '../tools.ts';

/** Characters of an alternative text: two sentences. */
const MAX_ALT = 300;
const MILLION = 1_000_000;

/** Upload limits of the form for one file. */
export const imageUpload = { maxBytes: bodyLimits.image };

/** The default focal point, in percent. */
const centre = { x: 50, y: 50 } as const;

export const emptyMetadata: ImageMetadata = { alt: {}, isDecorative: false, focus: centre };

/** The file of an image. */
export const buildFileField = ({ t }: AdminRequest, isRequired: boolean): FieldView => ({
  name: 'file',
  label: t('media.file'),
  type: 'file',
  accept: 'image/jpeg,image/png,image/webp,image/avif',
  required: isRequired,
  hint: t('media.fileHint', {
    max: t.number(uploadLimits.bytes / MILLION),
    pixels: t.number(uploadLimits.pixels / MILLION),
  }),
});

/** Alternative texts by language, or the choice that the image needs none. */
export function buildAltFields({ t }: AdminRequest, { alt, isDecorative }: ImageMetadata): readonly FieldView[] {
  return [
    ...locales.map((locale): FieldView => ({
      name: `alt-${locale}`,
      label: getNativeLanguageName(locale),
      group: t('media.alt'),
      type: 'text',
      lang: locale,
      value: alt[locale] ?? '',
    })),
    {
      name: 'decorative',
      label: t('media.decorative'),
      type: 'checkbox',
      value: isDecorative ? 'on' : '',
      hint: t('media.decorativeHint'),
    },
  ];
}

/** The focal point as two numbers. */
export const buildFocusFields = ({ t }: AdminRequest, { focus }: ImageMetadata): readonly FieldView[] =>
  (['x', 'y'] as const).map((axis) => ({
    name: `focus-${axis}`,
    label: t(`media.focus.${axis}`),
    group: t('media.focus'),
    type: 'number',
    min: 0,
    max: 100,
    value: String(focus[axis]),
  }));

/** The submitted texts, or errors by field. */
export function readMetadata(
  { t }: AdminRequest,
  fields: Fields,
): { readonly typed: ImageMetadata; readonly errors: Readonly<Record<string, string>> } {
  const alt = Object.fromEntries(
    locales.map((locale) => [locale, fields.text(`alt-${locale}`)] as const).filter(([, text]) => text !== ''),
  );
  const errors: Record<string, string> = {};
  for (const [locale, text] of Object.entries(alt))
    if (text.length > MAX_ALT) errors[`alt-${locale}`] = t('media.longAlt', { max: t.number(MAX_ALT) });
  const percent = (name: string): number => {
    const text = fields.text(name);
    if (text === '') return 50;
    if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text);
    errors[name] = t('media.focusWrong');
    return 50;
  };
  const focus = { x: percent('focus-x'), y: percent('focus-y') };
  return { typed: { alt, isDecorative: fields.text('decorative') === 'on', focus }, errors };
}

/** The submitted image, or the response when it is invalid. */
export async function readImage(
  { t }: AdminRequest,
  { images }: Pick<ContentTools, 'images'>,
  { file }: Pick<Fields, 'file'>,
): Promise<{ readonly image: NormalisedImage; readonly name: string } | Extract<ActionResult, { errors: unknown }>> {
  if (file === null) return { errors: { file: t('media.refused.none') } };
  if (file.isCut) return { errors: { file: t('form.fileTooLarge', { max: t.number(uploadLimits.bytes / MILLION) }) } };
  const outcome = await images.normalise(file.path);
  if (outcome.code === 'TAKEN') return { image: outcome.image, name: file.name.slice(-MAX_NAME) };
  const pixels = t.number(uploadLimits.pixels / MILLION);
  return { errors: { file: t(`media.refused.${outcome.reason}`, { pixels }) } };
}

/** Maximum characters of a file name. */
const MAX_NAME = 120;
