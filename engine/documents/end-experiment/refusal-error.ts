import type { Place } from '../place.ts';

/** Why an experiment cannot be ended, with the position of the reason. */
export class RefusalError extends Error {
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}
