import { selectFindingsAt, joinPlace } from './blocks.ts';
import { listInnerFields } from './inner-fields.ts';
import type { StudioField, StudioFinding, WrittenPlace } from './protocol.ts';

/** Findings that a field shows itself: those at its position or below, without those that one of its inner fields shows. */
export function listFieldFindings(
  findings: readonly StudioFinding[],
  field: StudioField,
  place: WrittenPlace,
  value: unknown,
): readonly StudioFinding[] {
  const inner = listInnerPlaces(field, place, value);
  return selectFindingsAt(findings, place).filter((finding) =>
    inner.every((each) => selectFindingsAt([finding], each).length === 0),
  );
}

function listInnerPlaces(field: StudioField, place: WrittenPlace, value: unknown): readonly WrittenPlace[] {
  if (field.kind === 'object') return listInnerFields(field, value).map(({ name }) => joinPlace(place, name));
  return field.kind === 'list' && Array.isArray(value) ? value.map((_, index) => joinPlace(place, index)) : [];
}
