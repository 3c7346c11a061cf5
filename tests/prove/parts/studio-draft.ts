import type { Browser, Page } from 'playwright-core';
import type { SaveResponse, StudioDocument, StudioFileEdit, StudioStart } from '#engine/studio/protocol.ts';
import { connectBrowser, launchBrowser } from '#tests/setup/launch-browser.ts';
import type { ProofResult } from '../proof.ts';
import { setStage, type Stage } from './stage.ts';

export interface StudioDraft extends Awaited<ReturnType<typeof prepareDraft>> {
  readonly stage: Stage;
  /** Of the server. */
  readonly origin: string;
  readonly browser: Browser;
}

/** Runs a proof with a server, a browser and a draft, and ends them. */
export async function withStudioDraft(work: (draft: StudioDraft) => Promise<ProofResult>): Promise<ProofResult> {
  const stage = await setStage('sqlite');
  const server = await stage.serve();
  const launched = await launchBrowser();
  try {
    const browser = await connectBrowser(launched.wsEndpoint());
    const { origin } = server;
    return await work({ stage, origin, browser, ...(await prepareDraft(stage, origin)) });
  } finally {
    await launched.close();
    await server.stop();
    await stage.close();
  }
}

/** A draft, and a way to sign its author in. */
async function prepareDraft(stage: Stage, origin: string) {
  const backend = await stage.backend();
  const made = await backend.staff.createAdmin({
    email: 'anna@example.com',
    name: 'Anna Winter',
    password: 'a long password for proofs',
  });
  const subject = made.outcome === 'created' ? made.admin.id : '';
  const { token } = await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null });
  const { id } = await backend.publications.createDraft({ name: 'Spring', actor: subject });
  await backend.close();
  return {
    address: (document: string) => `${origin}/admin/studio?${new URLSearchParams({ document, draft: id }).toString()}`,
    signIn: async (browser: Browser): Promise<Page> => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([{ name: 'admin', value: token, url: origin }]);
      return context.newPage();
    },
  };
}

/**
 * Saves a file in the draft, as the studio saves its files.
 *
 * @param make makes it from the file of the opened document
 */
export async function saveInStudio(
  page: Page,
  address: string,
  make: (opened: string) => StudioFileEdit,
): Promise<void> {
  await page.goto(address);
  const opened = await page.evaluate(async () => {
    const { addresses } = JSON.parse(document.querySelector('#start')?.textContent ?? '') as StudioStart;
    const { files } = (await (await fetch(addresses.open)).json()) as StudioDocument;
    return files[0]?.text ?? '';
  });
  const answer = await page.evaluate<SaveResponse, string>(
    async (edits) => {
      const start = JSON.parse(document.querySelector('#start')?.textContent ?? '') as StudioStart;
      const body = new FormData();
      const fields = { ...start.hidden, draft: start.draft, document: start.document, edits };
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return (await (await fetch(start.addresses.save, { method: 'POST', body })).json()) as SaveResponse;
    },
    JSON.stringify({ files: [make(opened)], texts: [] }),
  );
  if (answer.code !== 'SAVED') throw new Error(`The file was not saved: ${JSON.stringify(answer)}`);
}
