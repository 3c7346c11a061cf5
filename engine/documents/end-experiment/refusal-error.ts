import type { SourceLocation } from '../source-location.ts';

/** Why an experiment cannot be ended, with the position of the reason. */
export class RefusalError extends Error {
  readonly location: SourceLocation;

  constructor(location: SourceLocation, message: string) {
    super(message);
    this.location = location;
  }
}
