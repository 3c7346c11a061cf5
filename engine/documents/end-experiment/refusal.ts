import type { Place } from '../place.ts';

/** Why an experiment cannot be ended as it was asked for, and where that is. */
export class Refusal extends Error {
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}
