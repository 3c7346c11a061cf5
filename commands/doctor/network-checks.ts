import { lookup, resolveMx, resolveTxt } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import { isUserError, UnavailableError } from '#engine/shared/errors.ts';
import { probeAddress } from '#server/http/app/listen.ts';
import { smtpLimits } from '#server/platform/mail/transport.ts';
import { isLocalHost } from '#server/platform/settings/local-host.ts';
import type { DoctorCheck, Diagnosis } from './diagnose.ts';

/** Days before expiry; certificates are normally renewed earlier. */
const CERTIFICATE_DAYS = 14;
const DAY = 86_400_000;
const TIMEOUT_MS = 10_000;
const LOCAL: Diagnosis = { state: 'skipped', found: 'the site is reached on this machine alone' };

export const port: DoctorCheck = {
  name: 'Port',
  async run({ host, port: number }) {
    return (await probed({ host, port: number })) ?? { state: 'ok', found: `${host}:${number} is free` };
  },
};

export const metricsPort: DoctorCheck = {
  name: 'Metrics port',
  async run({ metrics }) {
    if (metrics === null || metrics === 'public')
      return { state: 'skipped', found: 'metrics have no port of their own' };
    return (await probed(metrics)) ?? { state: 'ok', found: `${metrics.host}:${metrics.port} is free` };
  },
};

/** Why the server cannot listen; `null` if it can. A running server of this project is no error. */
async function probed(address: { readonly host: string; readonly port: number }): Promise<Diagnosis | null> {
  try {
    await probeAddress(address);
    return null;
  } catch (error) {
    if (!isUserError(error)) throw error;
    const url = `http://${isLocalHost(address.host) ? address.host : 'localhost'}:${address.port}/livez`;
    const isOurs = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    return isOurs
      ? {
          state: 'warning',
          found: `A server of this kind answers at ${url}.`,
          advice: 'A second one needs another PORT.',
        }
      : { state: 'error', found: error.message };
  }
}

export const dns: DoctorCheck = {
  name: 'DNS',
  async run({ publicOrigin }) {
    const { hostname } = new URL(publicOrigin);
    if (isLocalHost(hostname)) return LOCAL;
    try {
      const addresses = await lookup(hostname, { all: true });
      return { state: 'ok', found: `${hostname} is ${addresses.map(({ address }) => address).join(', ')}` };
    } catch {
      return {
        state: 'error',
        found: `${hostname} has no address.`,
        advice: 'Add an A or AAAA record for it, or correct PUBLIC_ORIGIN.',
      };
    }
  },
};

export const certificate: DoctorCheck = {
  name: 'TLS certificate',
  async run({ publicOrigin }) {
    const { hostname, protocol, port: own } = new URL(publicOrigin);
    if (protocol !== 'https:' || isLocalHost(hostname)) return LOCAL;
    const place = {
      host: hostname,
      port: own === '' ? 443 : Number(own),
      ...(isIP(hostname) === 0 && { servername: hostname }),
    };
    const socket = connect({ ...place, timeout: TIMEOUT_MS });
    try {
      await Promise.race([
        once(socket, 'secureConnect'),
        once(socket, 'timeout').then(() => {
          throw new UnavailableError('it does not answer');
        }),
      ]);
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY);
      const found = `${hostname}: valid for ${days} days`;
      return days < CERTIFICATE_DAYS
        ? { state: 'warning', found, advice: 'Look whether the proxy renews it.' }
        : { state: 'ok', found };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        state: 'error',
        found: `${hostname}:${place.port}: ${reason}`,
        advice: 'The proxy in front ends TLS: docs/deploy.md shows one. Browsers must trust its certificate.',
      };
    } finally {
      socket.destroy();
    }
  },
};

export const mailServer: DoctorCheck = {
  name: 'Mail server',
  async run({ smtpUrl }) {
    if (smtpUrl === '') return { state: 'skipped', found: 'SMTP_URL is empty: mails are kept, none is sent' };
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: smtpLimits.connection,
      greetingTimeout: smtpLimits.greeting,
      socketTimeout: smtpLimits.socket,
    });
    const { host } = new URL(smtpUrl);
    try {
      await transport.verify();
      return { state: 'ok', found: `${host} takes mails` };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const advice = 'Look at SMTP_URL: host, port, user and password. Until then mails wait in the database.';
      return { state: 'error', found: `${host}: ${reason}`, advice };
    } finally {
      transport.close();
    }
  },
};

/** Mails of a domain without SPF (RFC 7208) are rejected or marked as spam. */
export const senderDomain: DoctorCheck = {
  name: 'Sender domain',
  async run({ smtpUrl, mailFrom }) {
    if (smtpUrl === '') return { state: 'skipped', found: 'no mail is sent' };
    const domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? '';
    if (isLocalHost(domain)) return LOCAL;
    const [texts, servers] = await Promise.all([resolveTxt(domain).catch(() => []), resolveMx(domain).catch(() => [])]);
    const missing = [
      ...(texts.some((parts) => parts.join('').startsWith('v=spf1')) ? [] : ['an SPF record (TXT)']),
      ...(servers.length > 0 ? [] : ['a mail server for answers (MX)']),
    ];
    return missing.length === 0
      ? { state: 'ok', found: `${domain} has SPF and MX` }
      : {
          state: 'warning',
          found: `${domain} lacks ${missing.join(' and ')}.`,
          advice: 'Add them in the DNS, and DKIM at the mail server, or many mails will be refused.',
        };
  },
};
