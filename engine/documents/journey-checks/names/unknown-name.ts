import { didYouMean } from '#engine/shared/did-you-mean.ts';
import type { Place, Remark } from '../../place.ts';

/** Message about an unknown name: the known ones, and the most likely one. */
export function unknownName(what: string, found: string, known: Iterable<string>, place: Place): Remark {
  const names = [...known];
  return {
    place,
    message: `There is no ${what} called "${found}".`,
    expected: names.length === 0 ? `no ${what} at all: there is none` : `one of ${names.join(', ')}`,
    found,
    suggestion: didYouMean(found, names),
  };
}
