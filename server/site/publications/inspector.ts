import { clearTimeout, setTimeout } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { UnavailableError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { DraftImpact } from '#engine/documents/impact/draft-impact.ts';
import type { ImageTask } from '#engine/compile/assets/file-tasks.ts';
import type { UploadedImage } from '#server/site/publications/ports.ts';
import type { Overlay } from './overrides.ts';
import type { PublishedProject } from './ports.ts';
import type { ImpactView, PageView, RenderOutcome } from './publications.ts';
import type { PreviewVisit, VisitOutcome } from './visit.ts';

export interface InspectRequest {
  readonly id: number;
  /** Differs once the files of the build may have changed. */
  readonly source: number;
  readonly overlays: readonly Overlay[];
  /** Uploads used in the overlays. */
  readonly uploads: readonly UploadedImage[];
  /** Rendered with the last overlay, unless that has errors. */
  readonly page?: PageView;
  /** The same for a preview visit. */
  readonly visit?: PreviewVisit;
  /** What the last overlay changes for visitors of the first one. */
  readonly impact?: ImpactView;
}

export interface InspectResponse {
  readonly id: number;
  readonly findings: readonly (readonly Finding[])[];
  /** The requested page; `null` when the content has none. */
  readonly html?: string | null;
  /** Result of the visit. */
  readonly visited?: VisitOutcome;
  readonly impact?: DraftImpact;
  /** Image files that the pages need and that may not exist. */
  readonly images?: readonly ImageTask[];
  /** Error message on failure. */
  readonly failure?: string;
}

/** Message of the thread: a sign of progress, or the response. */
export type InspectMessage = InspectResponse | { readonly id: number; readonly isAtWork: true };

/** Milliseconds. */
const inspectorTimes = {
  /** Idle time after which the thread ends, because it holds as much memory as the site. */
  idleMs: 60_000,
  /** Time without a message after which the thread counts as hanging. Measuring an image takes seconds, and a draft may have many. */
  timeoutMs: 60_000,
} as const;

export interface InspectorImages {
  /** Prepares the uploads used in content. */
  uploadsIn(overlays: readonly Overlay[]): Promise<readonly UploadedImage[]>;
  /** Plans the creation of files for pages about to be shown. */
  plan(tasks: readonly ImageTask[]): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: InspectResponse) => void;
  readonly reject: (error: Error) => void;
}

/** Validates content under all rules in a worker thread, started on demand. */
export class Inspector implements Pick<PublishedProject, 'inspect' | 'readImpact' | 'render' | 'visit'> {
  readonly #script: URL;
  readonly #images: InspectorImages;
  readonly #times: { readonly idleMs: number; readonly timeoutMs: number };
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #last = 0;
  #source = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param script receives each `InspectRequest` as a message and responds with `InspectMessage`s, in order */
  constructor(
    script: URL,
    images: InspectorImages,
    times: { readonly idleMs: number; readonly timeoutMs: number } = inspectorTimes,
  ) {
    this.#script = script;
    this.#images = images;
    this.#times = times;
  }

  /** Findings for each overlay. Rejects with an UnavailableError when the thread fails or hangs. */
  async inspect(overlays: readonly Overlay[]): Promise<InspectResponse['findings']> {
    return (await this.#ask({ overlays })).findings;
  }

  /** What an overlay changes for visitors of another one. Rejects likewise. */
  async readImpact(published: Overlay, overlay: Overlay, impact: ImpactView): Promise<DraftImpact> {
    return (await this.#ask({ overlays: [published, overlay], impact })).impact ?? { pages: [], size: null };
  }

  /** Renders a page of an overlay. Rejects likewise. */
  async render(overlay: Overlay, page: PageView): Promise<RenderOutcome> {
    const { findings, html = null } = await this.#ask({ overlays: [overlay], page });
    const all = findings.flat();
    const errors = all.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) return { code: 'REFUSED', findings: errors };
    return html === null ? { code: 'NO_PAGE' } : { code: 'RENDERED', html, findings: all };
  }

  /** Renders a preview visit of an overlay. Rejects likewise. */
  async visit(overlay: Overlay, visit: PreviewVisit): Promise<VisitOutcome> {
    const { findings, visited } = await this.#ask({ overlays: [overlay], visit });
    return visited ?? { code: 'REFUSED', findings: findings.flat().filter(({ severity }) => severity === 'error') };
  }

  /** The files of the build may have changed: the thread reads them again. */
  forget(): void {
    this.#source += 1;
  }

  async #ask(request: Omit<InspectRequest, 'id' | 'source' | 'uploads'>): Promise<InspectResponse> {
    const uploads = await this.#images.uploadsIn(request.overlays);
    const id = (this.#last += 1);
    const answer = await new Promise<InspectResponse>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, source: this.#source, uploads, ...request } satisfies InspectRequest);
      this.#watch();
    });
    await this.#images.plan(answer.images ?? []);
    return answer;
  }

  async close(): Promise<void> {
    await this.#end('The server stops.');
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', (message: InspectMessage) => {
      if ('isAtWork' in message) this.#watch();
      else this.#answered(message);
    });
    worker.on('error', (error) => this.#worker === worker && void this.#end(error.message));
    worker.on('exit', () => this.#worker === worker && void this.#end('The thread has ended.'));
    worker.unref();
    return worker;
  }

  #answered(answer: InspectResponse): void {
    const { id, failure } = answer;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (failure === undefined) waiting?.resolve(answer);
    else waiting?.reject(unchecked(failure));
    this.#watch();
  }

  /** Restarts the timeout on each message. */
  #watch(): void {
    clearTimeout(this.#timer);
    const { idleMs, timeoutMs } = this.#times;
    const isIdle = this.#waiting.size === 0;
    this.#timer = setTimeout(
      () => void this.#end(`Nothing was heard of it for ${timeoutMs / 1_000} s.`),
      isIdle ? idleMs : timeoutMs,
    ).unref();
  }

  async #end(reason: string): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(unchecked(reason));
    await worker?.terminate();
  }
}

const unchecked = (reason: string): UnavailableError =>
  new UnavailableError(`The content could not be checked. Nothing was published. ${reason}`);
