#!/usr/bin/env node
/**
 * Firefox for Playwright, which starts this with the arguments of Firefox and reads the address of WebDriver BiDi from what is printed.
 * Two things are otherwise than between them alone. Playwright emulates preferences with commands that are newer than a stock Firefox: they
 * have no effect instead of an error. And it sets the value of a field, which React does not take for typing: Firefox inserts the text.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { parseObject } from '#engine/documents/json.ts';
import { findFirefox } from './programs.ts';

/** In the script that Playwright runs in pages. */
const SETS_VALUE = 'const start = inputElement.selectionStart;';
const INSERTS_TEXT = "if (window.document.execCommand('insertText', false, text)) return;";

const firefox = spawn(findFirefox() ?? 'firefox', process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for await (const line of createInterface({ input: firefox.stderr })) {
  const endpoint = /^WebDriver BiDi listening on (\S+)/.exec(line)?.[1];
  console.error(endpoint === undefined ? line : `WebDriver BiDi listening on ${await standBefore(endpoint)}`);
}

/** @returns the address to connect to in place of the browser's own */
async function standBefore(endpoint: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (client, { url = '' }) => forward(client, new WebSocket(endpoint + url)));
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'string' || address === null ? '' : `ws://127.0.0.1:${address.port}`;
}

function forward(client: WebSocket, browser: WebSocket): void {
  const opened = once(browser, 'open');
  const emulations = new Set<unknown>();
  client.on('message', async (data) => {
    const text = read(data);
    const { id, method } = parseObject(text);
    if (String(method).startsWith('emulation.')) emulations.add(id);
    await opened;
    browser.send(text.replaceAll(SETS_VALUE, `${INSERTS_TEXT} ${SETS_VALUE}`));
  });
  browser.on('message', (data) => {
    const text = read(data);
    const { id, error } = parseObject(text);
    const isNew = emulations.delete(id) && error === 'unknown command';
    client.send(isNew ? JSON.stringify({ type: 'success', id, result: {} }) : text);
  });
  client.on('close', () => browser.close());
  browser.on('close', () => client.close());
}

/** Messages arrive in one buffer each. */
function read(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : '';
}
