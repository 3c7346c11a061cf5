import { LRUCache } from 'lru-cache';
import { adminActions } from '#schemas/generated/admin-actions/content/media.ts';
import { createActions } from '#server/admin/admin-action.ts';
import {
  type AdminPage,
  type AdminRequest,
  type Download,
  type ShownImage,
  buildViewQuery,
} from '#server/admin/admin-page.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { isUploadPath } from '#server/site/uploads/image-paths.ts';
import type { ContentTools } from '../tools.ts';
import { buildMediaList } from './media-list.ts';
import { buildImagePage } from './build-image-page.ts';

const IMAGE = /^images\/[a-z0-9/_-]+\.(?:jpg|png|webp|avif)$/;

/** Images of the site: those of the build and uploads. */
export function createMediaPage(tools: ContentTools): AdminPage {
  return {
    queries: {
      media: buildViewQuery(
        'author',
        (request) => {
          const path = request.query.get('picture') ?? '';
          return IMAGE.test(path) ? buildImagePage(request, tools, path) : buildMediaList(request, tools);
        },
        topics.publications,
      ),
    },
    actions: createActions(adminActions, tools).actions,
    downloads: { picture: thumbnail(tools) },
  };
}

/** Cached thumbnails of built images, about ten kilobytes each. */
const MAX_THUMBNAILS = 500;

/** The thumbnail of an image, at most 320 pixels. */
const thumbnail = ({ uploads, images }: ContentTools): Download => {
  const made = new LRUCache<string, Promise<Uint8Array | null>>({ max: MAX_THUMBNAILS });
  return { permission: 'author', load };

  async function load({ query }: AdminRequest): Promise<ShownImage | null> {
    const path = query.get('path') ?? '';
    if (!IMAGE.test(path)) return null;
    const known = isUploadPath(path) ? await uploads.readThumbnail(path) : null;
    if (known !== null) return { type: 'image/webp', image: known };
    if (!(await images.list()).includes(path)) return null;
    const making = made.get(path) ?? images.thumbnail(path).catch(() => null);
    made.set(path, making);
    const image = await making;
    return image && { type: 'image/webp', image };
  }
};
