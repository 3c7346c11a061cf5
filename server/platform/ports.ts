/** The only source of time; tests move it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The only source of randomness; the real one is `node:crypto`. */
export interface Random {
  /** Bytes from a cryptographically secure generator. */
  bytes(length: number): Uint8Array;
  /** A number in [0, 1) for jitter; never used for secrets. */
  fraction(): number;
}

/** Structured log; `fields` never hold an e-mail address, a name or a token. */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** How many times something may happen per window. */
export interface Limit {
  readonly max: number;
  readonly windowSeconds: number;
}
