export interface AppErrorOptions extends ErrorOptions {
  /** HTTP status 100–999; default and fallback: 500. */
  readonly statusCode?: number;
  readonly data?: unknown;
}

/** An error with the data that an error page needs (C5). */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly data: unknown;

  constructor(statusMessage: string, { statusCode, data, ...options }: AppErrorOptions = {}) {
    super(statusMessage, options);
    this.statusMessage = statusMessage;
    this.statusCode = isStatusCode(statusCode) ? statusCode : 500;
    this.data = data;
  }
}

function isStatusCode(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 100 && value <= 999;
}
