import { encode } from 'uqr';

/** A QR code as one SVG path of its dark modules, drawn in runs per row: a quarter of the bytes of one rectangle per module. */
export function drawQrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  return { size, path: data.map((row, y) => rowPath(row, y)).join('') };
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const from = x;
    while (row[x + 1] === true) x += 1;
    const width = x - from + 1;
    path += `M${from} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
