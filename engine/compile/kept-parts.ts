import type { PageContext } from '#engine/block-kit/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { BoundBlock } from './bind.ts';
import { type KeptFor, keptFor } from './kept-for.ts';
import type { Frame, RenderedPart } from './render-body.tsx';

/** Blocks and frames that pages have in common, as far as a compiler has met them. */
export interface KeptParts {
  /** The block that was bound under this name, which says all that it depends on; else a new one. */
  readonly block: KeptFor<Site, BoundBlock>;
  /** The same for what is around the blocks. */
  readonly frame: KeptFor<Site, Frame>;
  /**
   * What this part was rendered to on a page that looked the same to it, or what it is rendered to now.
   *
   * @param noteForm Gets each form that the part looked at, whether it is rendered now or was before.
   * @param isPersonal What is rendered now holds what a visitor sent, and is not kept.
   */
  rendered(
    part: BoundBlock | Frame,
    page: PageContext,
    render: (page: PageContext) => Promise<RenderedPart>,
    noteForm: (form: FormName) => void,
    isPersonal: boolean,
  ): Promise<RenderedPart>;
}

/** What a handful of documents show in seven languages, 5 KB a part: most of it is on the pages that come next, too. */
const MOST_PARTS = 500;

/** Looks of one part on different pages. */
const MOST_LOOKS = 4;

interface Look {
  readonly part: RenderedPart;
  /** What the part asked of its page, and the answers. */
  readonly read: ReadonlyMap<keyof PageContext, unknown>;
  readonly forms: ReadonlyMap<FormName, unknown>;
}

/** @returns Of one compiler, whose blocks never change. */
export function createKeptParts(): KeptParts {
  const blocks = keptFor<Site, BoundBlock>(MOST_PARTS);
  const frames = keptFor<Site, Frame>(MOST_PARTS);
  const looks = new WeakMap<BoundBlock | Frame, readonly Look[]>();
  return {
    block: blocks,
    frame: frames,
    async rendered(part, page, render, noteForm, isPersonal) {
      const known = looks.get(part) ?? [];
      let look = known.find((each) => looksAlike(each, page));
      if (look === undefined) {
        const watched = watch(page);
        look = { part: await render(watched.page), read: watched.read, forms: watched.forms };
        if (!isPersonal) looks.set(part, [look, ...known].slice(0, MOST_LOOKS));
      }
      for (const form of look.forms.keys()) noteForm(form);
      return look.part;
    },
  };
}

/** Forms are bound once for all pages on which they are the same; everything else is plain and small. */
function looksAlike({ read, forms }: Look, page: PageContext): boolean {
  for (const [form, value] of forms) if (page.forms[form] !== value) return false;
  for (const [name, value] of read) {
    const now = page[name];
    if (now !== value && JSON.stringify(now) !== JSON.stringify(value)) return false;
  }
  return true;
}

/** The same page, which notes what is asked of it. */
function watch(page: PageContext): { readonly page: PageContext } & Pick<Look, 'read' | 'forms'> {
  const read = new Map<keyof PageContext, unknown>();
  const forms = new Map<FormName, unknown>();
  const watchedForms = noting(page.forms, (name, value) => forms.set(name, value));
  const watched = noting({ ...page, forms: watchedForms }, (name, value) => {
    if (name !== 'forms') read.set(name, value);
  });
  return { page: watched, read, forms };
}

function noting<Watched extends object>(
  target: Watched,
  note: <Name extends keyof Watched>(name: Name, value: Watched[Name]) => void,
): Watched {
  return new Proxy(target, {
    get(_target, name) {
      // Whatever the key is, the value is the one that the object has there.
      const key = name as keyof Watched;
      const value = target[key];
      note(key, value);
      return value;
    },
  });
}
