import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { getOrigin } from '#engine/documents/inheritance/origin.ts';
import { getChildren, type Tree } from '#engine/documents/inheritance/tree.ts';
import { type JsonObject, parseObject, selectObjects } from '#engine/documents/json.ts';
import { formatPath, type Path } from '#engine/documents/source-location.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import {
  isInsideFragment,
  isMergedVariant,
  mergeVariant,
  splitVariant,
  withMissingPins,
} from '#engine/documents/variants/merged-variant.ts';
import type { StudioFileEdit, StudioFinding } from '#engine/studio/protocol.ts';
import type { Content } from '../model/content.ts';
import { listOutdatedChanges } from '../model/pins.ts';
import type { ContentTools } from '../tools.ts';

/** A variant as the studio edits it: with blocks instead of changes. */
export interface MergedVariant {
  readonly expanded: ExpandedDocument;
  readonly value: JsonObject;
}

/** `null` for a page that is no variant, and for a variant that can only be edited as changes. */
export function readMergedVariant({ expanded }: Pick<Content, 'expanded'>, id: DocumentId): MergedVariant | null {
  const variant = expanded.get(id);
  const base = variant && expanded.get(variant.bases[0] ?? '');
  const value = variant && base && mergeVariant(variant, base);
  return value ? { expanded: variant, value } : null;
}

/** Content of a file as the studio edits it. */
export function readStudioText(content: Content, path: string, isMerged: boolean): string {
  const merged = isMerged ? readMergedVariant(content, toDocumentId(path)) : null;
  return merged === null ? (content.files.get(path) ?? '') : JSON.stringify(merged.value, null, 2);
}

/** Whether an edit changes nothing. */
export function isUnedited(content: Content, { path, content: text }: StudioFileEdit): boolean {
  const value = parseObject(text);
  if (!isMergedVariant(value)) return content.files.get(path) === text;
  return toCanonicalJson(readMergedVariant(content, toDocumentId(path))?.value ?? null) === toCanonicalJson(value);
}

const toDocumentId = (path: string): DocumentId => path.replaceAll(/^pages-config\/|\.json$/g, '');

interface WrittenEdits {
  readonly files: ReadonlyMap<string, string>;
  /** Why blocks of a variant cannot be converted to changes; such a file keeps its stored content. */
  readonly problems: readonly StudioFinding[];
}

/** Edited files in the form of documents: variants as changes, with pins of the base that was shown. */
export async function writeEditedFiles(
  tools: Pick<ContentTools, 'read'>,
  draft: string,
  edits: readonly StudioFileEdit[],
): Promise<WrittenEdits> {
  const stored = await tools.read(draft);
  const files = new Map(edits.map(({ path, content }) => [path, content]));
  const problems: StudioFinding[] = [];
  const merged: string[] = [];
  const rewrite = (path: string, after: JsonObject): void => {
    const before = stored.files.get(path) ?? '';
    files.set(path, rewriteJson(before, parseObject(before), after));
  };
  for (const edit of edits) {
    const { path } = edit;
    const value = parseObject(edit.content);
    if (!isMergedVariant(value)) continue;
    const found = findProblem(path, value);
    files.set(path, stored.files.get(path) ?? '');
    if (found !== undefined) problems.push(found);
    else if (!isUnedited(stored, edit)) {
      rewrite(path, splitVariant(value, parseObject(stored.files.get(path))));
      merged.push(path);
    }
  }
  if (merged.length === 0) return { files, problems };
  const { expanded } = await tools.read(draft, files);
  for (const path of merged) {
    const variant = expanded.get(toDocumentId(path));
    // Unreadable files have a finding.
    if (variant !== undefined) rewrite(path, withMissingPins(variant));
  }
  return { files, problems };
}

/** Blocks are compared with those of the base one by one, by id. */
function findProblem(file: string, { blocks }: JsonObject): StudioFinding | undefined {
  const seen = new Set<unknown>();
  const about = { severity: 'error', file } as const;
  for (const [{ id }, path] of walkBlocks(selectObjects(blocks), ['blocks'])) {
    const place = { ...about, rule: 'duplicate-id', path: formatPath([...path, 'id']) };
    if (typeof id !== 'string' || id === '')
      return { ...place, message: 'This block has no id: give it one that no other block has.' };
    if (seen.has(id)) return { ...place, message: `Another block has the id "${id}", too: give this one another.` };
    seen.add(id);
    if (seen.size > MAX_BLOCKS || path.length > MAX_PATH)
      return {
        ...about,
        rule: 'block-depth',
        path: 'blocks',
        message: `The studio writes at most ${MAX_BLOCKS} blocks of a variant, ${MAX_PATH / 2} inside one another; there are more. Divide the page.`,
      };
  }
  return undefined;
}

const MAX_BLOCKS = 500;
/** Two path steps per nesting level. */
const MAX_PATH = 20;

/** Positions in a merged variant of values that are defined in the variant and its bases. */
export class MergedPlaces {
  readonly #file: string;
  readonly #blocks: readonly (readonly [block: JsonObject, path: Path])[];
  readonly #changes: readonly JsonObject[];

  constructor({ written, tree }: ExpandedDocument) {
    this.#file = written.file;
    this.#blocks = [...walkBlocks(tree, ['blocks'])];
    this.#changes = selectObjects(written.value['changes']);
  }

  /** Position of a change to a block inside a fragment. */
  moveChange([, index, ...rest]: Path): Path {
    const inner = this.#changes.slice(0, Number(index)).filter(isInsideFragment).length;
    return ['changes', inner, ...rest];
  }

  /** Moves a finding to the property that it is about. */
  moveFinding(finding: StudioFinding): StudioFinding {
    const at = (path: Path, rest: string): StudioFinding => ({
      ...finding,
      file: this.#file,
      path: formatPath(path) + rest,
    });
    for (const [block, path] of this.#blocks.toReversed()) {
      const origin = getOrigin(block);
      for (const { path: inside, location } of origin.parts.toReversed()) {
        const rest = location.file === finding.file ? afterPath(finding.path, location.path) : undefined;
        if (rest !== undefined) return at([...path, ...inside], rest);
      }
      const rest = origin.file === finding.file ? afterPath(finding.path, origin.path) : undefined;
      if (rest !== undefined && !/^\.blocks\b/.test(rest)) return at(path, rest);
    }
    const index = finding.file === this.#file ? /^changes\[(\d+)\]/.exec(finding.path)?.[1] : undefined;
    const change = index === undefined ? undefined : this.#changes[Number(index)];
    if (change === undefined) return finding;
    if (isInsideFragment(change)) {
      const rest = finding.path.slice(`changes[${index}]`.length);
      return at(this.moveChange(['changes', Number(index)]), rest);
    }
    const found = this.#blocks.find(([block]) => block['id'] === change['block']);
    return at(found?.[1] ?? [], '');
  }
}

/** Blocks with their positions, outer ones first, without blocks of fragments. */
function* walkBlocks(tree: Tree, path: Path): Generator<readonly [JsonObject, Path]> {
  for (const [index, block] of tree.entries()) {
    const own = [...path, index];
    yield [block, own];
    if (block['fragment'] === undefined) yield* walkBlocks(getChildren(block), [...own, 'blocks']);
  }
}

/** The rest of a path after a prefix; `undefined` when it has another one. */
function afterPath(place: string, outer: Path): string | undefined {
  const start = formatPath(outer);
  const rest = place.slice(start.length);
  return place.startsWith(start) && /^(?:$|[.[])/.test(rest) ? rest : undefined;
}

/** Changes of a variant whose base was edited after they were written. */
export function listOwnDrifts(expanded: ExpandedDocument): readonly StudioFinding[] {
  return listOutdatedChanges(expanded).map(({ index, change }) => ({
    rule: 'patch-drift',
    severity: 'error',
    file: expanded.written.file,
    path: formatPath(['changes', index]),
    message: `The base has another "${String(change['block'])}" than when this variant changed it: accept it in the studio, or reset the block.`,
  }));
}
