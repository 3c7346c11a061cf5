import { Mistake } from '#engine/base/errors.ts';
import de from '../../locales/de/mail.json' with { type: 'json' };
import en from '../../locales/en/mail.json' with { type: 'json' };
import fr from '../../locales/fr/mail.json' with { type: 'json' };
import it from '../../locales/it/mail.json' with { type: 'json' };
import nl from '../../locales/nl/mail.json' with { type: 'json' };
import pl from '../../locales/pl/mail.json' with { type: 'json' };
import sv from '../../locales/sv/mail.json' with { type: 'json' };
import type { Locale } from '#schemas/generated/vocabulary.ts';

export type MailKey = keyof typeof en;

/** The words of all mails; a key that one language lacks does not compile. */
export const mailTexts: Readonly<Record<Locale, Readonly<Record<MailKey, string>>>> = { en, de, fr, it, nl, pl, sv };

/**
 * A text with its variables filled in, once and from left to right: a value that looks like a variable is printed, not read.
 * The result is plain text; whoever puts it into markup escapes it.
 */
export function mailText(locale: Locale, key: MailKey, values: Readonly<Record<string, string>>): string {
  return mailTexts[locale][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined)
      throw new Mistake(
        `The mail text "${key}" in "${locale}" uses the variable "${name}", which this mail does not have.`,
      );
    return value;
  });
}
