import { createHmac } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isLocalHost } from '#server/platform/settings/local-host.ts';
import type { Webhook } from '#server/platform/settings/webhook-settings.ts';

const webhookLimits = {
  /** Response timeout in milliseconds. */
  timeoutMs: 10_000,
} as const;

export interface WebhookRequest {
  /** The same for each attempt. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** A failed request, with an error code for lists and logs. */
export class WebhookError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Signatures of a request, one per secret (Standard Webhooks 1.0.0: HMAC-SHA-256 over id, timestamp and body). */
function webhookSignature({ id, timestamp, body }: WebhookRequest, secrets: readonly string[]): string {
  return secrets
    .map(
      (secret) => `v1,${createHmac('sha256', readKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    )
    .join(' ');
}

/** Secrets in the format of Standard Webhooks are Base64. */
const readKey = (secret: string): string | Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;

/**
 * Sends a request; resolves on a 2xx response. Redirects are not followed and count as failures.
 *
 * @throws WebhookError
 */
export function sendWebhook(target: Webhook, request: WebhookRequest, resolve: LookupFunction = lookUp): Promise<void> {
  const url = new URL(target.url);
  const isLocal = isLocalHost(url.hostname);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isLocal && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.reject(new WebhookError('INTERNAL_ADDRESS'));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const bytes = Buffer.from(request.body);
  return new Promise((done, fail) => {
    const outgoing = send(
      url,
      {
        method: 'POST',
        // Checked on connect, so that DNS rebinding cannot redirect the request to an internal address.
        ...(!isLocal && { lookup: publicOnly(resolve) }),
        signal: AbortSignal.timeout(webhookLimits.timeoutMs),
        headers: {
          'content-type': 'application/json',
          'content-length': bytes.length,
          'user-agent': 'Vitrine-Webhook/1',
          'webhook-id': request.id,
          'webhook-timestamp': String(request.timestamp),
          'webhook-signature': webhookSignature(request, target.secrets),
        },
      },
      (response) => {
        // The body of the response is ignored.
        response.destroy();
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) done();
        else fail(new WebhookError(`HTTP ${statusCode}`));
      },
    );
    // Node.js reports a protocol upgrade as an event of its own; it is not a response to the request.
    outgoing.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      fail(new WebhookError(`HTTP ${statusCode}`));
    });
    outgoing.on('error', (error) => fail(error instanceof WebhookError ? error : new WebhookError(toErrorCode(error))));
    // Covers every way a connection can end, so that the promise always settles.
    outgoing.on('close', () => fail(new WebhookError('CLOSED')));
    outgoing.end(bytes);
  });
}

function toErrorCode(error: Error & { readonly code?: unknown }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'TIMEOUT';
  return typeof error.code === 'string' ? error.code : error.name;
}

/** Internal and unassigned address ranges (IANA special-purpose registries). */
const internal = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  internal.addSubnet(address, prefix, 'ipv4');
/** The global unicast range (RFC 4291, 2.4), without documentation, tunnels and translation. */
const globalIPv6 = new BlockList();
globalIPv6.addSubnet('2000::', 3, 'ipv6');
const specialIPv6 = new BlockList();
for (const [address, prefix] of [
  ['2001:db8::', 32],
  ['2001::', 23],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIPv6.addSubnet(address, prefix, 'ipv6');

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIP(mapped) === 4) return !internal.check(mapped, 'ipv4');
  return isIP(mapped) === 6 && globalIPv6.check(mapped, 'ipv6') && !specialIPv6.check(mapped, 'ipv6');
}

/** Resolves names to public addresses only. */
function publicOnly(resolve: LookupFunction): LookupFunction {
  return (hostname, options, answer) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [] : found;
      const [first] = addresses;
      if (error !== null || first === undefined) return answer(error ?? new WebhookError('ENOTFOUND'), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return answer(new WebhookError('INTERNAL_ADDRESS'), '', 0);
      return options.all === true ? answer(null, addresses) : answer(null, first.address, first.family);
    });
}
