import type { Locale } from '#schemas/generated/vocabulary.ts';
import type {
  PreviewConditions,
  PreviewResponse,
  SaveResponse,
  StudioBlocks,
  StudioDocument,
  StudioEdits,
  StudioImpact,
  StudioStart,
  UploadResponse,
  VariationResponse,
} from './protocol.ts';

/** The session has ended, or the form belongs to another session. */
export class SignedOutError extends Error {}

/** Requests of the studio. All reject with a `SignedOutError`, or another error on failure. */
export interface StudioServer {
  /** `null` for an unknown document or draft. */
  open(): Promise<StudioDocument | null>;
  blocks(): Promise<StudioBlocks>;
  /** Of what is stored in the draft. */
  impact(locale: Locale): Promise<StudioImpact>;
  preview(locale: string, conditions: PreviewConditions, edits: StudioEdits): Promise<PreviewResponse>;
  save(edits: StudioEdits): Promise<SaveResponse>;
  upload(file: File): Promise<UploadResponse>;
  /** Creates a variant of the opened page. */
  createVariation(name: string): Promise<VariationResponse>;
  /** A published page as an HTML document. */
  published(version: Omit<ShownVersion, 'isPublished'>): Promise<string>;
}

/** Address of a page for a frame. */
export function buildFrameUrl(
  { addresses }: Pick<StudioStart, 'addresses'>,
  { document, locale, conditions, isPublished = false, example }: ShownVersion,
): string {
  const more = { ...(isPublished && { published: 'yes' }), ...(example !== undefined && { example }) };
  const fields = { document, locale, ...conditions, ...more };
  return `${addresses.frame}&${new URLSearchParams(fields).toString()}`;
}

interface ShownVersion {
  readonly document: string;
  readonly locale: Locale;
  readonly conditions: PreviewConditions;
  readonly isPublished?: boolean;
  /** Type and name of an example that is shown alone, on a page like that of the document. */
  readonly example?: string;
}

export function createStudioServer(start: StudioStart): StudioServer {
  const { addresses, hidden, draft, document } = start;
  const post = async (address: string, fields: Readonly<Record<string, string | File>>): Promise<unknown> => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...hidden, draft, document, ...fields })) body.set(name, value);
    return readJson(await fetch(address, { method: 'POST', body }));
  };
  return {
    async open() {
      const response = await fetch(addresses.open);
      return response.status === 404 ? null : ((await readJson(response)) as StudioDocument);
    },
    blocks: async () => (await readJson(await fetch(addresses.blocks))) as StudioBlocks,
    impact: async (locale) => (await readJson(await fetch(`${addresses.impact}&locale=${locale}`))) as StudioImpact,
    preview: async (locale, conditions, edits) =>
      (await post(addresses.preview, { locale, ...conditions, edits: JSON.stringify(edits) })) as PreviewResponse,
    save: async (edits) => (await post(addresses.save, { edits: JSON.stringify(edits) })) as SaveResponse,
    async published(version) {
      const response = await fetch(buildFrameUrl(start, { ...version, isPublished: true }));
      if (!response.ok || response.redirected) throw new SignedOutError();
      return response.text();
    },
    createVariation: async (name) => (await post(addresses.variation, { name })) as VariationResponse,
    upload: async (file) => (await post(addresses.upload, { file })) as UploadResponse,
  };
}

/** Checked edge: client and server are of the same build. */
async function readJson(response: Response): Promise<unknown> {
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  if (response.ok && isJson) return response.json();
  if (response.redirected || response.status === 403) throw new SignedOutError();
  throw new DOMException(`${response.url} answered with ${response.status}.`, 'NetworkError');
}
