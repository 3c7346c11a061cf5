import type { Site } from '#engine/documents/types.ts';
import { readTarget } from '#engine/routing/targets.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Letterhead } from '#server/platform/mail/mail-content.ts';

/** Who signs the mails of a site: its organization, its brand, and its links of these names. */
export function letterhead(site: Site, locale: Locale): Letterhead {
  const link = (name: keyof Letterhead['links']) => {
    const read = readTarget(site, `link:${name}`, locale);
    return read.ok ? { [name]: new URL(read.target.href, site.deployment.publicOrigin).href } : {};
  };
  return {
    look: site.brand.mails,
    organization: site.config.organization,
    links: { ...link('imprint'), ...link('privacy'), ...link('service') },
  };
}
