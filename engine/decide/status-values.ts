/** Status texts of RFC 9110 that differ from those of the 404 page are the caller's. */
const DEFAULT_MESSAGE = 'Internal Server Error';

/**
 * Values of the views for errors (R24): `status`, and `statusMessage` in the words of the protocol, which anyone who asks for help
 * reads out.
 *
 * @param path As requested.
 * @param message Reason phrase of the status; that of 500 when nobody knows one.
 */
export function statusValues(
  status: number,
  path: string,
  message: string = DEFAULT_MESSAGE,
): Readonly<Record<string, string>> {
  return { status: String(status), statusMessage: status === 404 ? `Page Not Found: ${path}` : message };
}
