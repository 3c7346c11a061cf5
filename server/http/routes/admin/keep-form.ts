import type { IncomingMessage } from 'node:http';
import type { Action, CurrentUser } from '#server/admin/admin-page.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { readAccount } from './forgery.ts';
import { getTypedLimit, readSentForm, type SentForm } from './read-fields.ts';
import { storeForm } from './stored-forms.ts';

/** Reads a form that is stored and not sent; `null` when it is too long for that. */
export async function readTyped(request: IncomingMessage, action: Action, locale: Locale): Promise<SentForm | null> {
  const limit = getTypedLimit(action);
  return Number(request.headers['content-length']) > limit ? null : readSentForm(request, limit, locale, limit);
}

/**
 * Stores what was typed after the session or the permission of its sender ended.
 * @param user who sends it; `null` after the session ended
 * @returns see `storeForm`; `null` for a form that was shown to an unknown or another account, too
 */
export async function keepForm(
  ports: Pick<PlatformPorts, 'database' | 'clock' | 'random' | 'secrets'>,
  user: Pick<CurrentUser, 'id'> | null,
  { name, form }: { readonly name: string; readonly form: Pick<SentForm, 'account' | 'typed'> },
): Promise<string | null> {
  const whose = readAccount(ports.secrets, form.account);
  if (whose === null || (user !== null && user.id !== whose)) return null;
  return storeForm(ports, whose, { action: name, values: form.typed });
}
