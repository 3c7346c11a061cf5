import type { BrandDocument, BrandFont } from '#schemas/generated/documents.ts';
import { weightsOfMails, weightsOfPages } from '../../brand/weights.ts';
import { buildFontKey } from '../../brand/font-key.ts';
import { readBrands } from '../../brand/read-brand.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import type { FontPackage } from '../../types.ts';
import type { Rule } from '../rule.ts';

const roles = ['display', 'text'] as const;

export const brandFont: Rule = {
  id: 'brand-font',
  severity: 'error',
  description: 'Every font of a brand is installed and has the weights that pages and mails ask for.',
  project: function* ({ written, fonts }) {
    for (const { id, file, brand } of readBrands(written)) {
      for (const role of roles) {
        const found = fonts.get(buildFontKey(id, role));
        const finding = checkPackage(file, role, brand.fonts[role], found);
        yield* checkGeneric(file, role, brand.fonts[role]);
        // The content of a missing package is unknown.
        if (finding === null) yield* checkWeights(file, role, brand, found);
        else yield finding;
        yield* checkMailFile(file, role, brand, fonts.get(buildFontKey(id, `mails.${role}`)));
      }
    }
  },
};

const GENERIC: readonly string[] = ['serif', 'sans-serif'];

/** Without any of the named fonts a browser would use its default font. */
function* checkGeneric(file: string, role: (typeof roles)[number], font: BrandFont): Generator<FindingDraft> {
  for (const key of ['similar', 'similarInMails'] as const) {
    const list = font[key];
    const last = list?.at(-1);
    if (list === undefined || last === undefined || GENERIC.includes(last)) continue;
    yield {
      location: { file, path: ['fonts', role, key, list.length - 1] },
      message: `The list of fonts like "${font.family}" ends with "${last}", so a system without any of them shows a font of any kind. Let it end with "serif" or "sans-serif".`,
      expected: 'serif or sans-serif as the last one',
      found: last,
    };
  }
}

function checkPackage(
  file: string,
  role: (typeof roles)[number],
  font: BrandFont,
  found: FontPackage | undefined,
): FindingDraft | null {
  if (found === undefined || !('problem' in found)) return null;
  const path = found.path ?? ['package'];
  return {
    location: { file, path: ['fonts', role, ...path] },
    message: `The font "${font.family}" cannot be read: ${found.problem} Install the package as a dependency of this project ("npm install ${font.package}"), or name another package, cut or subset.`,
    expected: `the files "${font.cut}" of ${font.subsets.join(', ')} in a package that is installed`,
    found: path[0] === 'subsets' ? font.subsets[Number(path[1])] : path[0] === 'cut' ? font.cut : font.package,
  };
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const toRange = (axis: number | Range): Range => (typeof axis === 'number' ? { min: axis, max: axis } : axis);

function* checkWeights(
  file: string,
  role: (typeof roles)[number],
  { fonts, mails }: BrandDocument,
  found: FontPackage | undefined,
): Generator<FindingDraft> {
  const { family, axes } = fonts[role];
  for (const [axis, supported] of Object.entries(axes)) {
    const there = found !== undefined && 'axes' in found ? found.axes[axis] : undefined;
    const range = toRange(supported);
    if (found === undefined || 'problem' in found) continue;
    if (range.min > range.max) {
      yield {
        location: { file, path: ['fonts', role, 'axes', axis] },
        message: `The range of the axis "${axis}" begins at ${range.min} and ends at ${range.max}, so it is empty. Write the smaller value as "min".`,
        expected: `"min": ${range.max}, "max": ${range.min}`,
        found: supported,
      };
      return;
    }
    if (there !== undefined && range.min >= there.min && range.max <= there.max) continue;
    yield {
      location: { file, path: ['fonts', role, 'axes', axis] },
      message:
        there === undefined
          ? `The font "${family}" has no axis "${axis}". Remove it.`
          : `The font "${family}" does not vary that far: its axis "${axis}" goes from ${there.min} to ${there.max}.`,
      expected: there === undefined ? `one of ${Object.keys(found.axes).join(', ')}` : `${there.min} to ${there.max}`,
      found: supported,
    };
  }
  const weights = toRange(axes.wght);
  yield* missing(file, ['fonts', role, 'axes', 'wght'], family, weights, weightsOfPages.where, weightsOfPages[role]);
  const embedded = mails?.fonts?.[role];
  if (embedded === undefined) return;
  const [min = 0, max = min] = embedded.weights;
  yield* missing(
    file,
    ['mails', 'fonts', role, 'weights'],
    family,
    { min, max },
    weightsOfMails.where,
    weightsOfMails[role],
  );
}

/** The embedded font of mails must have the weights that the brand states. */
function* checkMailFile(
  file: string,
  role: (typeof roles)[number],
  { mails }: BrandDocument,
  found: FontPackage | undefined,
): Generator<FindingDraft> {
  const embedded = mails?.fonts?.[role];
  if (embedded === undefined || found === undefined) return;
  const path = ['mails', 'fonts', role];
  if ('problem' in found) {
    yield {
      location: { file, path: [...path, 'file'] },
      message: `The font "${embedded.file}" cannot be read: ${found.problem} Export it again as WOFF2.`,
      expected: 'a file that holds a font',
      found: embedded.file,
      // The rule `unknown-file` reports a missing file.
      follows: [{ file, path: [...path, 'file'] }],
    };
    return;
  }
  const { wght } = found.axes;
  const [min = 0, max = min] = embedded.weights;
  if (wght === undefined || (min >= wght.min && max <= wght.max && min <= max)) return;
  const held = wght.min === wght.max ? `the weight ${wght.min}` : `the weights ${wght.min} to ${wght.max}`;
  yield {
    location: { file, path: [...path, 'weights'] },
    message: `The file "${embedded.file}" holds ${held} and no other, so mail programs would imitate the other weights or take another font.`,
    expected: wght.min === wght.max ? `[${wght.min}]` : `[${wght.min}, ${wght.max}], or a part of it`,
    found: embedded.weights,
  };
}

function* missing(
  file: string,
  path: Path,
  family: string,
  { min, max }: Range,
  where: string,
  needed: readonly number[],
): Generator<FindingDraft> {
  const lacking = needed.filter((weight) => weight < min || weight > max);
  if (lacking.length === 0) return;
  yield {
    location: { file, path },
    message: `The font "${family}" is kept in ${min === max ? `the weight ${min}` : `the weights ${min} to ${max}`}, and ${where} also ask for ${lacking.join(' and ')}, which browsers would only smear. Keep the weights ${Math.min(...needed)} to ${Math.max(...needed)}.`,
    expected: `weights that reach from ${Math.min(...needed)} to ${Math.max(...needed)}`,
    found: min === max ? min : [min, max],
  };
}
