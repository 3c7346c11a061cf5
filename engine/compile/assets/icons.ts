import sharp from 'sharp';
import type { PreparedIcons } from '#engine/compile/types.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import type { AssetStore } from './asset-store.ts';
import { hash8 } from './hash8.ts';
import { drawEmblem } from './emblem.ts';

const touchSize = 180;

type Look = Pick<Brand, 'emblem' | 'icons'>;

/** The line is thicker than elsewhere, because a tab shows the emblem at 16 pixels. Its colour follows the browser's theme. */
function tabIcon({ emblem, icons: { tab, tabAtNight } }: Look): string {
  const drawing = drawEmblem(emblem, { x: 0, y: 0, size: 48, stroke: 3, colour: tab });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><style>g{stroke:${tab}}@media(prefers-color-scheme:dark){g{stroke:${tabAtNight}}}</style>${drawing}</svg>`;
}

function touchIcon({ emblem, icons: { ground, lines } }: Look): string {
  const drawing = drawEmblem(emblem, { x: 36, y: 36, size: 108, stroke: 3, colour: lines });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${touchSize}" height="${touchSize}"><rect width="100%" height="100%" fill="${ground}"/>${drawing}</svg>`;
}

/** The emblem as the browser's tab icon (SVG) and as an icon for home screens (PNG, 180 × 180). */
export async function prepareIcons(store: AssetStore, look: Look): Promise<PreparedIcons> {
  const tab = tabIcon(look);
  const onHomeScreens = touchIcon(look);
  const key = hash8(tab, onHomeScreens, JSON.stringify(sharp.versions));
  return store.obtain(`icons/emblem.${key}`, async () => {
    const svg = `assets/icons/emblem.${key}.svg`;
    const touch = `assets/icons/emblem.${key}.${touchSize}.png`;
    const png = await sharp(Buffer.from(onHomeScreens)).png({ palette: true }).toBuffer();
    return {
      value: { svg, touch },
      files: [
        { path: svg, bytes: Buffer.from(tab) },
        { path: touch, bytes: png },
      ],
    };
  });
}
