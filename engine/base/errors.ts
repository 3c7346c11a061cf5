/*
 * What is thrown belongs to one of three families, distinguished by name in logs and in the code. What is expected to happen to a visitor
 * is not thrown: a function answers with an outcome. No message of a family reaches a client; http and graphql answer in their own words.
 * Code that runs in browsers alone throws the platform's classes, such as `DOMException`: no page loads a file for a name.
 */

/** Something that cannot be, is: ours to mend. Commands and logs show its stack. */
export class Bug extends Error {
  override readonly name = 'Bug';
}

/**
 * A mistake of those who write documents, texts, schemas and blocks, or run the server. Its message says where it is, what was
 * expected, what was found and what to do; commands show that and no stack. Mistakes in documents that many can be shown at once are
 * findings, see `finding.ts`.
 */
export class Mistake extends Error {
  override readonly name = 'Mistake';
}

/** Something outside this process failed: a service, a database, the network. Caught near by and written to the log, or shown with its cause. */
export class Outage extends Error {
  override readonly name = 'Outage';
}

/** By name: the built compiler brings classes of its own. */
export function isMistake(error: unknown): error is Mistake {
  return error instanceof Error && error.name === 'Mistake';
}

/** By name, for the same reason. */
export function isOutage(error: unknown): error is Outage {
  return error instanceof Error && error.name === 'Outage';
}
