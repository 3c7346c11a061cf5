/** The only source of time; tests set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The only source of randomness, normally `node:crypto`. */
export interface Random {
  /** Cryptographically secure random bytes. */
  bytes(length: number): Uint8Array;
  /** A number in [0, 1) for jitter; never used for secrets. */
  fraction(): number;
}

/** Structured log; `fields` must not contain personal data or tokens. */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A rate limit. */
export interface Limit {
  readonly max: number;
  readonly windowSeconds: number;
}
