import de from '../../../locales/de/mail.json' with { type: 'json' };
import en from '../../../locales/en/mail.json' with { type: 'json' };
import fr from '../../../locales/fr/mail.json' with { type: 'json' };
import it from '../../../locales/it/mail.json' with { type: 'json' };
import nl from '../../../locales/nl/mail.json' with { type: 'json' };
import pl from '../../../locales/pl/mail.json' with { type: 'json' };
import sv from '../../../locales/sv/mail.json' with { type: 'json' };
import type { MailTexts } from '#server/platform/mail/words.ts';

export type MailKey = keyof typeof en;

/** The words of all mails; a key that one language lacks does not compile. */
export const mailTexts: MailTexts<MailKey> = { en, de, fr, it, nl, pl, sv };
