import { rm } from 'node:fs/promises';
import type { Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { createLiveSitePort } from '#server/app/live-site-port.ts';
import { makeDataFolder } from '#tests/helpers/data-folder.ts';
import { type Engine, HEALTH_TIMEOUT_MS } from '#tests/helpers/backend.ts';
import { IdentityDouble } from '#tests/helpers/identity-double.ts';
import { startSite, type TestServer, testSettings } from '#tests/helpers/plain-server.ts';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { projectSiteWithoutWindows } from '#tests/helpers/project-site.ts';
import { listWalkedPages } from './list-walked-pages.ts';

export const SECRET = 'a secret of walks that is long enough to be one';
const START = Date.UTC(2026, 10, 20, 10);

/** What one network may do before it is asked to wait; no outcome needs more. */
export const MAX_REQUESTS = 4;
const limit = { max: MAX_REQUESTS, windowSeconds: 600 };
const plenty = { max: 1_000_000, windowSeconds: 600 };

export const journeyName = 'registration';

/**
 * The whole server in this process with the project's own documents and plain pages, on an empty database, with a clock that
 * only walks move. The document of the journey may be exchanged while it runs.
 */
export class Stage {
  /** With the project's own document of the journey. */
  readonly site: Site;
  readonly backend: Backend;
  readonly server: TestServer;
  /** What the server asks: a walk may put another answer in the place of one. */
  readonly members: Record<string, unknown>;
  /** Google, Facebook and Apple. */
  readonly identity: IdentityDouble;
  readonly #live: { site: Site };
  readonly #close: () => Promise<void>;
  readonly #clock: { now: number };
  #shown: JourneyDocument;
  #people = 0;
  #revision = 0;

  private constructor(parts: {
    site: Site;
    backend: Backend;
    server: TestServer;
    members: Record<string, unknown>;
    identity: IdentityDouble;
    live: { site: Site };
    clock: { now: number };
    close: () => Promise<void>;
  }) {
    this.site = parts.site;
    this.backend = parts.backend;
    this.server = parts.server;
    this.members = parts.members;
    this.identity = parts.identity;
    this.#live = parts.live;
    this.#clock = parts.clock;
    this.#close = parts.close;
    this.#shown = this.document;
  }

  static async open(engine: Engine = 'sqlite'): Promise<Stage> {
    const settings = testSettings({ TRUSTED_PROXIES: '127.0.0.1' });
    const own = await projectSiteWithoutWindows();
    const { publicOrigin } = settings;
    // Which variation a visitor sees is another test's subject.
    const site: Site = {
      ...own,
      experiments: [],
      deployment: { ...own.deployment, publicOrigin },
      documents: new Map([...own.documents, ...listWalkedPages(own, journeyName)]),
    };
    const live = { site };
    const clock = { now: START };
    const dataDir = await makeDataFolder();
    const postgres = engine === 'postgres' ? await startPostgres() : null;
    const databaseUrl = await postgres?.createMigratedDatabase();
    const identity = await IdentityDouble.open();
    const backend = await createBackend({
      providers: await identity.providers(),
      secret: SECRET,
      mailFrom: 'Maison Cercle <hello@example.com>',
      site: createLiveSitePort(() => live.site, settings, journeys),
      clock: { now: () => clock.now },
      dataDir,
      healthTimeoutMs: HEALTH_TIMEOUT_MS,
      databaseUrl,
      settings: {
        minimumResponseTimeMs: 0,
        limits: {
          codeGuessesPerNetwork: limit,
          registrationPerNetwork: limit,
          requestsPerNetwork: limit,
          mailPerAddress: plenty,
          linkPerActor: plenty,
          signInFailuresPerNetwork: plenty,
        },
      },
    });
    const members: Record<string, unknown> & Backend['members'] = { ...backend.members };
    const server = await startSite({ site: () => live.site, backend: { ...backend, members }, settings });
    const close = async () => {
      await server.stop();
      await backend.close();
      await identity.close();
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true });
    };
    return new Stage({ site, backend, server, members, identity, live, clock, close });
  }

  /** The project's own document of the journey: what walks expect. */
  get document(): JourneyDocument {
    const document = this.site.journeyDocuments.get(journeyName);
    if (document === undefined) throw new Error(`The project has no journey "${journeyName}".`);
    return document;
  }

  /** What the server has instead, until it is shown another. */
  get shown(): JourneyDocument {
    return this.#shown;
  }

  async show(document: JourneyDocument): Promise<void> {
    if (document === this.#shown) return;
    this.#shown = document;
    this.#revision += 1;
    this.#live.site = {
      ...this.site,
      revision: `${this.site.revision}-${this.#revision}`,
      journeyDocuments: new Map([...this.site.journeyDocuments, [journeyName, document]]),
    };
    await this.server.reload();
  }

  /** Milliseconds. */
  pass(milliseconds: number): void {
    this.#clock.now += milliseconds;
  }

  /** A number that no other person on this stage has. */
  nextPerson(): number {
    this.#people += 1;
    return this.#people;
  }

  close(): Promise<void> {
    return this.#close();
  }
}
