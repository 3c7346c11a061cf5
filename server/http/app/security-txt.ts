import type { FastifyInstance } from 'fastify';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** Validity in days: less than a year (RFC 9116, 2.5.5). */
const VALID_DAYS = 180;

interface SecurityTxt {
  readonly settings: Pick<Settings, 'publicOrigin' | 'securityContacts'>;
  /** Languages for reports: those of the site. */
  readonly languages: () => readonly string[];
}

/** Serves `security.txt` (RFC 9116) when a contact is configured. */
export function addSecurityTxt(app: FastifyInstance, { settings, languages }: SecurityTxt): void {
  const { publicOrigin, securityContacts } = settings;
  if (securityContacts.length === 0) return;
  app.get(SECURITY_TXT_PATH, (_request, reply) => {
    const today = Date.now() - (Date.now() % DAY);
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(today + VALID_DAYS * DAY).toISOString()}`,
      `Preferred-Languages: ${languages().join(', ')}`,
      `Canonical: ${publicOrigin}${SECURITY_TXT_PATH}`,
      '',
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(lines.join('\n'));
  });
}
