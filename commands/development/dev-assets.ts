import type { AssetManifest } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';

export interface DevAssets {
  /** The assets at hand; the newest ones are made meanwhile. */
  readonly present: AssetManifest;
  /** The assets of exactly this site. */
  readonly newest: Promise<AssetManifest>;
}

/** Makes assets for each site, one run after the other, without keeping a save waiting for images that it did not touch. */
export function createDevAssets(
  prepare: (site: Site) => Promise<AssetManifest>,
  /** Images, fonts or icons differ from those that pages were rendered with. */
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
      // Anyone who renders a page with an image that cannot be made hears of it by `newest`.
      () => undefined,
    );
    return { present, newest };
  };
}

/** Link previews are left out: nobody sees them on the page. */
function sameLook(one: AssetManifest, other: AssetManifest): boolean {
  const look = ({ images, fonts, icons }: AssetManifest): string => JSON.stringify([images, fonts, icons]);
  return look(one) === look(other);
}
