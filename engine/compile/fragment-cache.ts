import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { PageContext } from '#engine/block-kit/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { BoundBlock } from './bind.ts';
import { type OwnerCache, createOwnerCache } from './owner-cache.ts';
import type { Frame, RenderedPart } from './render-body.tsx';

/** Cache of blocks and frames that pages share. */
export interface FragmentCache {
  /** The block bound under this name, which identifies all its inputs. */
  readonly block: OwnerCache<Site, BoundBlock>;
  /** The same for the frame around the blocks. */
  readonly frame: OwnerCache<Site, Frame>;
  /**
   * The cached markup of this part for an equal page, or a new rendering.
   *
   * @param noteForm Called with each form that the part reads, also for cached markup.
   * @param isPersonal The rendering contains input of a visitor and is not cached.
   */
  rendered(
    part: BoundBlock | Frame,
    page: PageContext,
    render: (page: PageContext) => Promise<RenderedPart>,
    noteForm: (form: ShownForm) => void,
    isPersonal: boolean,
  ): Promise<RenderedPart>;
}

/** The parts of a few documents in seven languages, 5 KB each: most of them are on the following pages, too. */
const MAX_PARTS = 500;

/** Renderings of one part on different pages. */
const MAX_LOOKS = 4;

interface Look {
  readonly part: RenderedPart;
  /** Properties that the part read from its page, with their values. */
  readonly read: ReadonlyMap<keyof PageContext, unknown>;
  readonly forms: ReadonlyMap<ShownForm, unknown>;
}

/** @returns Of one compiler, whose blocks never change. */
export function createFragmentCache(): FragmentCache {
  const blocks = createOwnerCache<Site, BoundBlock>(MAX_PARTS);
  const frames = createOwnerCache<Site, Frame>(MAX_PARTS);
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
        if (!isPersonal) looks.set(part, [look, ...known].slice(0, MAX_LOOKS));
      }
      for (const form of look.forms.keys()) noteForm(form);
      return look.part;
    },
  };
}

/** Forms are bound once for all pages that share them; everything else is plain and small. */
function looksAlike({ read, forms }: Look, page: PageContext): boolean {
  for (const [form, value] of forms) if (page.forms[form] !== value) return false;
  for (const [name, value] of read) {
    const now = page[name];
    if (now !== value && JSON.stringify(now) !== JSON.stringify(value)) return false;
  }
  return true;
}

/** The same page, recording what is read from it. */
function watch(page: PageContext): { readonly page: PageContext } & Pick<Look, 'read' | 'forms'> {
  const read = new Map<keyof PageContext, unknown>();
  const forms = new Map<ShownForm, unknown>();
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
      // The value is that of the object for any key.
      const key = name as keyof Watched;
      const value = target[key];
      note(key, value);
      return value;
    },
  });
}
