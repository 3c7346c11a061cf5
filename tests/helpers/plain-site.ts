import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlainSite, createPlainSite as bareSite } from '#server/app/plain-site.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import type { JourneyDocument, PageDocument } from '#schemas/generated/documents.ts';
import { projectBrand } from './brand.ts';

const folder = join(import.meta.dirname, '../../pages-config');

/** As the product's own plain site, with the brand, and the pages of forms, as the project's documents say them. */
export function plainSite(options: PlainSite): MembersSite {
  const site = bareSite(options);
  return {
    ...site,
    branding: (locale) => ({ ...site.branding(locale), theme: projectBrand().mails }),
    urlOfForm(locale, form, query) {
      const { forms } = read<JourneyDocument>('journeys/registration');
      return site.url(locale, readRoute(forms[form]?.page ?? ''), query);
    },
  };
}

function readRoute(page: string): string {
  return page.startsWith('landings/') ? '/' : read<PageDocument>(page).route;
}

/** `npm run check` validates the project's documents. */
function read<Document>(id: string): Document {
  return JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as Document;
}
