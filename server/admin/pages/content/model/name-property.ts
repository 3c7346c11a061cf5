import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';

/** A path in a block in words, such as `Items 1 · Title` for `items[0].title`, by the names of properties in the studio. */
export function nameProperty(t: StaffTranslator, path: string): string {
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  return steps
    .map((step, index) => {
      if (/^\d+$/.test(step)) return ` ${t.number(Number(step) + 1)}`;
      return `${index === 0 ? '' : ' · '}${nameStep(t, step)}`;
    })
    .join('');
}

function nameStep(t: StaffTranslator, step: string): string {
  const key = [`studio.property.${step}`, `settings.${step}`].find((each) => t.has(each));
  const language = locales.find((each) => each === step);
  if (key !== undefined && t.has(key)) return t(key);
  return language === undefined ? step : getNativeLanguageName(language);
}

/** The name of a type of blocks in the studio; its own where it has none. */
export function nameBlockType(t: StaffTranslator, type: string): string {
  const key: string = `studio.type.${type}`;
  return t.has(key) ? t(key) : type;
}
