import { createHash } from 'node:crypto';
import { selectCurrentDocument } from '#engine/decide/select-current-document.ts';
import { getSitePlan } from '#engine/decide/plan.ts';
import { listBlockForms } from '#engine/decide/forms.ts';
import type { DocumentId, ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import { bindTarget } from '#engine/routing/targets.ts';
import type { Text } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import { getJourneyDocument } from '../decide/document.ts';
import { findVoucherByName, type VoucherName } from '../shared/vouchers.ts';
import type { Offer } from './session.ts';

/** An offer with a voucher that can be issued. */
export interface RegistrationOffer extends Required<Offer> {
  readonly voucher: VoucherName | null;
}

const nothing: RegistrationOffer = {
  newsletter: { text: '', version: '' },
  voucher: null,
  landing: null,
  boundTo: null,
};

/** The offer of a document beside its form: the newsletter text as displayed, and the voucher (S14). */
export function readOffer({ site, locale, document, routedDocument }: FormPlace, form: string): RegistrationOffer {
  if (document === null) return nothing;
  const props = findForm(document, form, site)?.props ?? {};
  const text = selectNewsletterTexts(props)
    .map((words) => toPlainText(localizeText(site, words, locale, createLinkOptions(site, locale))))
    .join(' ');
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return {
    newsletter: { text, version },
    voucher: findVoucherByName(props['voucher']),
    landing: routedDocument,
    boundTo: document.guards.find(({ name }) => name === 'code')?.landing ?? null,
  };
}

/** The voucher that a landing promises at this time: outside its window, a variant is replaced by its base. */
export function findVoucher(landing: DocumentId, site: Site, now: number): VoucherName | null {
  const { plan } = selectCurrentDocument(landing, now, getSitePlan(site));
  const document = plan?.document;
  if (document === undefined) return null;
  const firstForms = Object.values(getJourneyDocument(site).flows).flatMap(({ steps }) => steps[0]?.form ?? []);
  const form = firstForms.map((name) => findForm(document, name, site)).find((block) => block !== undefined);
  return findVoucherByName(form?.props['voucher']);
}

function findForm({ blocks, flow }: ResolvedDocument, form: string, site: Site): ResolvedBlock | undefined {
  const find = (inner: readonly ResolvedBlock[]): ResolvedBlock | undefined => {
    for (const block of inner) {
      const shown: readonly string[] = listBlockForms(block, { site, flow });
      const found = shown.includes(form) ? block : find(block.blocks);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(blocks);
}

/** Label and hint of the field `newsletter`, in any property of the block. */
function selectNewsletterTexts(value: unknown): Text[] {
  if (Array.isArray(value)) return value.flatMap(selectNewsletterTexts);
  if (typeof value !== 'object' || value === null) return [];
  const entry: { readonly name?: unknown; readonly label?: unknown; readonly hint?: unknown } = value;
  if (entry.name === 'newsletter') return [entry.label, entry.hint].filter(isText);
  return Object.values(value).flatMap(selectNewsletterTexts);
}

/** The document was validated: a text is a key, or an object by language. */
function isText(value: unknown): value is Text {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function createLinkOptions(site: Site, locale: Locale): Parameters<typeof localizeText>[3] {
  return { linkTarget: (name) => bindTarget(site, `link:${name}`, locale) };
}
