import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { Arrangement } from '../walk.ts';
import { activating, changing, resending } from './activating.ts';
import { registering, stepping } from './registering.ts';
import { applying, becoming, checking, preferring, waiting } from './requesting.ts';
import { signingIn } from './signing-in.ts';

/** Every way that is known to bring an outcome about. */
export function arrangements(document: JourneyDocument): readonly Arrangement[] {
  return [
    ...checking(document),
    ...registering(document),
    ...stepping(document),
    ...becoming,
    ...activating,
    ...changing,
    ...resending,
    ...waiting(document),
    ...applying,
    ...preferring,
    ...signingIn,
  ];
}
