import { readAttribute, listDescendants, findForeignAttribute, type XmlElement } from './read-xml.ts';

const DONE: ReadonlySet<string> = new Set(['translated', 'final', 'signed-off', 'reviewed']);
/** States of Trados, memoQ and Phrase for unfinished and rejected translations. */
const UNFINISHED = /draft|reject|unspecified|notstarted|partially|pretranslated|machine|assembled/i;

/** Why a translation of XLIFF 1.2 is unfinished; `null` when the file does not say so. */
export function findUnfinished(unit: XmlElement, target: XmlElement): string | null {
  const state = readAttribute(target, 'state');
  const qualifier = readAttribute(target, 'state-qualifier');
  if (qualifier?.startsWith('rejected') === true) return describeNotReady('state-qualifier', qualifier);
  if (state !== undefined && !isDone(state)) return describeNotReady('state', state);
  const ofTool = [findForeignAttribute(unit, /memoq|mqxliff/i, 'status'), ...segmentStates(unit)].find(
    (each) => each !== undefined && UNFINISHED.test(each),
  );
  if (ofTool !== undefined) return describeNotReady('status', ofTool);
  if (findForeignAttribute(unit, /memsource|phrase/i, 'confirmed') === '0') return describeNotReady('confirmed', '0');
  if (readAttribute(unit, 'approved') === 'no' && state === undefined) return describeNotReady('approved', 'no');
  return null;
}

/** The same for a segment of XLIFF 2. */
export function findUnfinishedSegment(segment: XmlElement): string | null {
  const state = readAttribute(segment, 'state');
  const detail = readAttribute(segment, 'subState');
  if (detail !== undefined && /reject|needs|fuzzy|draft/i.test(detail)) return describeNotReady('subState', detail);
  return state === undefined || isDone(state) ? null : describeNotReady('state', state);
}

const APPROVED: ReadonlySet<string | undefined> = new Set(['final', 'signed-off', 'reviewed']);

/** Whether an XLIFF 1.2 file marks a translation as approved; "translated" is no approval. */
export const isApproved = (unit: XmlElement, target: XmlElement): boolean =>
  readAttribute(unit, 'approved') === 'yes' || APPROVED.has(readAttribute(target, 'state'));

/** The same for a segment of XLIFF 2. */
export const isApprovedSegment = (segment: XmlElement): boolean => APPROVED.has(readAttribute(segment, 'state'));

/** Custom states begin with `x-` and are ignored, unless they mean a rejection. */
const isDone = (state: string): boolean =>
  DONE.has(state) || (state.startsWith('x-') && !/reject|needs|fuzzy|draft/i.test(state));

export function describeNotReady(name: string, value: string): string {
  return `It is not approved (${name} "${value}"). Finish and approve it in the translation tool, then export anew.`;
}

/** Trados stores the state of segments in definitions after the target. */
function segmentStates(unit: XmlElement): readonly (string | undefined)[] {
  return listDescendants(unit)
    .filter(({ name, space }) => name === 'seg' && /sdl/i.test(space))
    .map((segment) => readAttribute(segment, 'conf'));
}
