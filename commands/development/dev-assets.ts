import type { AssetManifest } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';

export interface DevAssets {
  /** Currently available assets; the newest ones are being prepared. */
  readonly present: AssetManifest;
  /** Assets of exactly this site. */
  readonly newest: Promise<AssetManifest>;
}

/** Prepares assets of each site, one run at a time, so that a save does not wait for unrelated images. */
export function createDevAssets(
  prepare: (site: Site) => Promise<AssetManifest>,
  /** Called when images, fonts or icons differ from those that pages were rendered with. */
  onNewImages: () => void,
): (site: Site) => Promise<DevAssets> {
  let present: AssetManifest | null = null;
  let running: Promise<unknown> = Promise.resolve();

  return async (site) => {
    const newest = running.then(() => prepare(site));
    running = newest.catch(() => undefined);
    if (present === null) {
      present = await newest;
      return { present, newest };
    }
    const before = present;
    newest.then(
      (made) => {
        present = made;
        if (!sameLook(before, made)) onNewImages();
      },
      // Errors reach renderers through `newest`.
      () => undefined,
    );
    return { present, newest };
  };
}

/** Ignores link previews, which pages do not show. */
function sameLook(one: AssetManifest, other: AssetManifest): boolean {
  const look = ({ images, fonts, icons }: AssetManifest): string => JSON.stringify([images, fonts, icons]);
  return look(one) === look(other);
}
