import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as ask } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate, made for this run. OpenSSL comes with PostgreSQL, which the tests need anyway. */
export function makeCertificate(hosts: readonly string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const names = hosts.map((host) => (/^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`)).join(',');
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const about = ['-subj', '/CN=Tests', '-days', '2', '-addext', `subjectAltName=${names}`];
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...about], { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface TlsServer {
  readonly port: number;
  stop(): void;
}

/** Answers over TLS on this machine. */
export async function startTls(certificate: Certificate, listener: RequestListener): Promise<TlsServer> {
  const server: Server = createServer(certificate, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

/** Hands a request on to a server behind, as a proxy that ends TLS does. */
export function handOn(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { method, headers, url = '/' } = request;
  const behind = ask(new URL(url, origin), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  behind.on('error', () => response.destroy());
  response.on('close', () => behind.destroy());
  request.pipe(behind);
}
