import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../parts/stage.ts';

/** Texts of two files that each publication changes together: who sees one of them changed sees the other one changed. */
const HEADLINE = { path: 'locales/en/about.json', key: 'title' } as const;
const FOOTER = { path: 'locales/en/site.json', key: 'footer.text' } as const;

/** Milliseconds for which a publication that got no answer is sent again. */
const REPEATED_FOR = 120_000;

export interface Published {
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly goesLiveAt: number;
}

interface PublishOptions {
  /** Milliseconds since the epoch. */
  readonly goesLiveAt?: number | undefined;
  /** Keys of experiments of which a new phase begins. */
  readonly newPhases?: readonly string[];
}

/** A program with an API token that writes drafts over MCP and publishes them over GraphQL. */
export interface Publisher {
  /** Saves a draft in which the texts name this number, and the documents are changed as given. @returns its id */
  draft(number: number, documents?: Readonly<Record<string, (text: string) => string>>): Promise<string>;
  /** Sends a publication again with the same key until it is answered. @throws when it is refused */
  publish(draft: string, key: string, options?: PublishOptions): Promise<Published>;
  /** The same for a roll-back. */
  restore(revision: number, key: string): Promise<Published>;
}

export async function createPublisher(stage: Stage, origin: string): Promise<Publisher> {
  const backend = await stage.backend();
  const made = await backend.staff
    .createApiToken({ name: 'proof', scopes: ['author', 'publish'], holder: null, days: 30 })
    .finally(() => backend.close());
  if (made.outcome !== 'created') throw new Error(`The API token was not made: ${made.outcome}.`);
  const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' };

  async function call<Result>(tool: string, given: object): Promise<Result> {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: given },
    });
    const accept = 'application/json, text/event-stream';
    const text = await untilAnswered(`${origin}/api/mcp`, { headers: { ...headers, accept }, body });
    // One event of a stream, or the answer itself.
    const { result, error } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
      readonly result?: { readonly content: readonly [{ readonly text: string }]; readonly isError?: boolean };
      readonly error?: object;
    };
    // A file that does not exist yet is read as an error with the hash to save it with.
    if (result === undefined || (result.isError === true && tool !== 'read_file'))
      throw new Error(`${tool} failed: ${JSON.stringify(error ?? result)}`);
    return JSON.parse(result.content[0].text) as Result;
  }

  async function mutate(name: string, given: string, key: string): Promise<Published> {
    const query = `mutation { ${name}(${given}, note: "${key}", idempotencyKey: "${key.padEnd(22, '-')}") { code revision goesLiveAt findings { rule file message } conflicts } }`;
    for (const started = performance.now(); performance.now() - started < REPEATED_FOR;) {
      const text = await untilAnswered(`${origin}/graphql`, { headers, body: JSON.stringify({ query }) });
      const { data } = JSON.parse(text) as {
        readonly data?: Readonly<
          Record<string, { readonly code: string; readonly revision: number; readonly goesLiveAt: string } | null>
        > | null;
      };
      const outcome = data?.[name];
      if (outcome?.code === 'PUBLISHED')
        return { revision: outcome.revision, goesLiveAt: Date.parse(outcome.goesLiveAt) };
      // The database was away, or the worker thread was killed with its process: the same key has one effect.
      if (outcome) throw new Error(`${key} was not published: ${text}`);
      await sleep(200);
    }
    throw new Error(`${key} was not published within ${REPEATED_FOR / 1_000} s.`);
  }

  async function edit(path: string, change: (text: string) => string, draft: string): Promise<object> {
    const read = await call<{ readonly content: string; readonly version: number; readonly seen: string }>(
      'read_file',
      {
        path,
        draft,
      },
    );
    return { path, content: change(read.content), version: read.version, seen: read.seen };
  }

  return {
    async draft(number, documents = {}) {
      const { id } = await call<{ readonly id: string }>('create_draft', { name: `Number ${number}` });
      const files = await Promise.all([
        edit(HEADLINE.path, replaceText(HEADLINE.key, `Headline ${number}.`), id),
        edit(FOOTER.path, replaceText(FOOTER.key, `Footer ${number}.`), id),
        ...Object.entries(documents).map(([path, change]) => edit(path, change, id)),
      ]);
      await call('save_files', { draft: id, files });
      return id;
    },
    publish: (draft, key, { goesLiveAt, newPhases = [] } = {}) =>
      mutate(
        'publishDraft',
        `draft: "${draft}", newPhases: ${JSON.stringify(newPhases)}${goesLiveAt === undefined ? '' : `, goesLiveAt: "${new Date(goesLiveAt).toISOString()}"`}`,
        key,
      ),
    restore: (revision, key) => mutate('restorePublication', `revision: ${revision}`, key),
  };
}

const replaceText =
  (key: string, text: string) =>
  (file: string): string =>
    `${JSON.stringify({ ...(JSON.parse(file) as object), [key]: text }, null, 2)}\n`;

async function untilAnswered(
  url: string,
  init: { readonly headers: HeadersInit; readonly body: string },
): Promise<string> {
  let last: unknown = null;
  for (const started = performance.now(); performance.now() - started < REPEATED_FOR; await sleep(200)) {
    try {
      const response = await fetch(url, { method: 'POST', ...init, signal: AbortSignal.timeout(30_000) });
      const text = await response.text();
      if (response.ok) return text;
      last = `${response.status}: ${text}`;
      if (response.status < 500) break;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${url} gave no answer.`, { cause: last });
}
