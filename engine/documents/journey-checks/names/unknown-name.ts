import { didYouMean } from '#engine/base/did-you-mean.ts';
import type { Place, Remark } from '../../place.ts';

/** What is said of a name that does not exist: which ones do, and the one that was most likely meant. */
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
