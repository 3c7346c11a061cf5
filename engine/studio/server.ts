import type {
  PreviewConditions,
  PreviewAnswer,
  SaveAnswer,
  StudioBlocks,
  StudioDocument,
  StudioEdits,
  StudioStart,
  UploadAnswer,
} from './protocol.ts';

/** Nobody is signed in any more, or the form is of another session. */
export class SignedOutError extends Error {}

/** What the studio asks its server. All reject with a `SignedOutError`, or another error when nothing answers. */
export interface StudioServer {
  /** `null` without such a document, or without the draft. */
  open(): Promise<StudioDocument | null>;
  blocks(): Promise<StudioBlocks>;
  preview(locale: string, conditions: PreviewConditions, edits: StudioEdits): Promise<PreviewAnswer>;
  save(edits: StudioEdits): Promise<SaveAnswer>;
  upload(file: File): Promise<UploadAnswer>;
}

export function studioServer({ addresses, hidden, draft, document }: StudioStart): StudioServer {
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
    preview: async (locale, conditions, edits) =>
      (await post(addresses.preview, { locale, ...conditions, edits: JSON.stringify(edits) })) as PreviewAnswer,
    save: async (edits) => (await post(addresses.save, { edits: JSON.stringify(edits) })) as SaveAnswer,
    upload: async (file) => (await post(addresses.upload, { file })) as UploadAnswer,
  };
}

/** The checked edge: both sides are of the same build. */
async function readJson(response: Response): Promise<unknown> {
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  if (response.ok && isJson) return response.json();
  if (response.redirected || response.status === 403) throw new SignedOutError();
  throw new DOMException(`${response.url} answered with ${response.status}.`, 'NetworkError');
}
