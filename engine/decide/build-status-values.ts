/** Default reason phrase. */
const DEFAULT_MESSAGE = 'Internal Server Error';

/**
 * Values of error pages (R24): `status`, and `statusMessage` in English, which visitors quote when they ask for help.
 *
 * @param path as requested
 * @param message reason phrase; default: that of 500
 */
export function buildStatusValues(
  status: number,
  path: string,
  message: string = DEFAULT_MESSAGE,
): Readonly<Record<string, string>> {
  return { status: String(status), statusMessage: status === 404 ? `Page Not Found: ${path}` : message };
}
