/** Target of error reports, by Sentry's protocol. */
export interface Dsn {
  /** Endpoint for envelopes. */
  readonly envelopes: string;
  /** As configured. */
  readonly text: string;
  readonly publicKey: string;
}

const FORM = /^(https?):\/\/([\w-]+)@([\w.-]+(?::\d{1,5})?)((?:\/[\w-]+)*)\/(\d+)$/;

/** `undefined` when the text is not `https://<public key>@<host>[/<path>]/<project>`. */
export function parseDsn(text: string): Dsn | undefined {
  const [, scheme = '', publicKey = '', host = '', path = '', project = ''] = FORM.exec(text) ?? [];
  if (scheme === '') return undefined;
  return { text, publicKey, envelopes: `${scheme}://${host}${path}/api/${project}/envelope/` };
}
