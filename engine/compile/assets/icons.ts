import sharp from 'sharp';
import type { PreparedIcons } from '#engine/compile/types.ts';
import type { AssetStore } from './asset-store.ts';
import { hash8 } from './hash8.ts';
import { emblem } from './emblem.ts';

const oxblood = '#6B1221';
const champagne = '#C8A766';
const champagnePale = '#E2CFA4';
const touchSize = 180;

/** The line is thicker than elsewhere, because a tab shows the emblem at 16 pixels. It changes colour with the browser's own chrome. */
const tabIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><style>g{stroke:${oxblood}}@media(prefers-color-scheme:dark){g{stroke:${champagnePale}}}</style>${emblem({ x: 0, y: 0, size: 48, stroke: 3, colour: oxblood })}</svg>`;

const touchIcon = `<svg xmlns="http://www.w3.org/2000/svg" width="${touchSize}" height="${touchSize}"><rect width="100%" height="100%" fill="${oxblood}"/>${emblem({ x: 36, y: 36, size: 108, stroke: 3, colour: champagne })}</svg>`;

/** The emblem as the browser's tab icon (SVG) and as an icon for home screens (PNG, 180 × 180). */
export async function prepareIcons(store: AssetStore): Promise<PreparedIcons> {
  const key = hash8(tabIcon, touchIcon, JSON.stringify(sharp.versions));
  return store.obtain(`icons/emblem.${key}`, async () => {
    const svg = `assets/icons/emblem.${key}.svg`;
    const touch = `assets/icons/emblem.${key}.${touchSize}.png`;
    const png = await sharp(Buffer.from(touchIcon)).png({ palette: true }).toBuffer();
    return {
      value: { svg, touch },
      files: [
        { path: svg, bytes: Buffer.from(tabIcon) },
        { path: touch, bytes: png },
      ],
    };
  });
}
