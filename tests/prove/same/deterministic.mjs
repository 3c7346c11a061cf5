// Loaded before the server of a tree under test, of any age: nothing of the project may be imported here.
import crypto from 'node:crypto';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import { isMainThread } from 'node:worker_threads';
import zlib from 'node:zlib';

// Workers compress pages better once they were sent. That changes no content, takes most of a machine, and what is made here must not
// be kept for other starts: they are held before they begin.
if (!isMainThread) {
  setInterval(() => undefined, 2 ** 30);
  await new Promise(() => undefined);
}

/** Milliseconds: longer timers belong to the clock of the recorder, which decides when housekeeping is due. */
const LONG = 60_000;
/** Timers of this many milliseconds are time-outs of one part for another; a busy machine is no outage. */
const PATIENCE = [100, 1_000];
const PATIENCE_FACTOR = 5;
/** The longest timer of Node: none of a recording lives that long. */
const NEVER = 2 ** 31 - 1;

let now = Number(process.env['SAME_NOW']);
let seed = process.env['SAME_SEED'] ?? 'start';
const drawn = new Map();
const longTimers = new Set();

const SystemDate = globalThis.Date;
SystemDate.now = () => now;
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, self) =>
    Reflect.construct(target, args.length === 0 ? [now] : args, self === globalThis.Date ? target : self),
  apply: () => new SystemDate(now).toString(),
});

// Files are written at the time of the machine: to the clock of the recorder none of them is of the future.
const { stat } = files;
files.stat = async (...args) => {
  const found = await stat(...args);
  if (found?.mtimeMs > now) found.mtimeMs = now;
  return found;
};

const { createHash } = crypto;

/** The next bytes of one kind: each kind has a stream of its own, so that one more of another kind changes nothing here. */
function draw(kind, length) {
  const count = (drawn.get(kind) ?? 0) + 1;
  drawn.set(kind, count);
  const blocks = [];
  for (let block = 0; block * 32 < length; block += 1)
    blocks.push(createHash('sha256').update(`${seed}\n${kind}\n${count}\n${block}`).digest());
  return Buffer.concat(blocks).subarray(0, length);
}

function fill(kind, target) {
  const bytes = Buffer.from(target.buffer, target.byteOffset, target.byteLength);
  draw(`${kind} ${bytes.length}`, bytes.length).copy(bytes);
  return target;
}

function uuid() {
  const bytes = draw('uuid', 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const fraction = (kind) => draw(kind, 6).readUIntBE(0, 6) / 2 ** 48;

function answer(value, callback) {
  if (typeof callback !== 'function') return value;
  setImmediate(() => callback(null, value));
  return undefined;
}

Math.random = () => fraction('Math.random');
crypto.randomBytes = (length, callback) => answer(draw(`bytes ${length}`, length), callback);
crypto.randomUUID = uuid;
crypto.randomInt = (...args) => {
  const callback = args.findLast((arg) => typeof arg === 'function');
  const [low, high] = args.filter((arg) => typeof arg === 'number');
  const [from, to] = high === undefined ? [0, low] : [low, high];
  return answer(from + Math.floor(fraction('int') * (to - from)), callback);
};
crypto.randomFillSync = (target) => fill('fill', target);
const web = Object.getPrototypeOf(crypto.webcrypto);
Object.defineProperty(web, 'getRandomValues', { value: (target) => fill('values', target), configurable: true });
Object.defineProperty(web, 'randomUUID', { value: uuid, configurable: true });

const { setTimeout: systemTimeout, setInterval: systemInterval } = timers;

function startLong(start, callback, delay, args, repeats) {
  const timer = start(callback, NEVER, ...args);
  longTimers.add({ timer, due: now + delay, every: repeats ? delay : null, run: () => callback(...args) });
  return timer;
}

function patientTimeout(callback, delay, ...args) {
  if (delay >= LONG) return startLong(systemTimeout, callback, delay, args, false);
  const isPatience = delay >= PATIENCE[0] && delay < PATIENCE[1];
  return systemTimeout(callback, isPatience ? delay * PATIENCE_FACTOR : delay, ...args);
}
Object.defineProperties(patientTimeout, Object.getOwnPropertyDescriptors(systemTimeout));

function patientInterval(callback, delay, ...args) {
  return delay >= LONG
    ? startLong(systemInterval, callback, delay, args, true)
    : systemInterval(callback, delay, ...args);
}

// Pages are compressed for every combination of what they depend on: how well is not what is compared.
const { brotliCompressSync, gzipSync } = zlib;
zlib.brotliCompressSync = (data, { params, ...options } = {}) =>
  brotliCompressSync(data, { ...options, params: { ...params, [zlib.constants.BROTLI_PARAM_QUALITY]: 0 } });
zlib.gzipSync = (data, options) => gzipSync(data, { ...options, level: 1 });

timers.setTimeout = globalThis.setTimeout = patientTimeout;
timers.setInterval = globalThis.setInterval = patientInterval;
syncBuiltinESMExports();

/** Moves the clock and does what is due by then: each long timer once, as after a long sleep. */
function moveTo(moment) {
  now = moment;
  for (const entry of longTimers) {
    // Node says so of a timer that was cleared.
    if (entry.timer._destroyed) longTimers.delete(entry);
    else if (entry.due <= now) {
      if (entry.every === null) longTimers.delete(entry);
      else entry.due = now + entry.every;
      entry.run();
    }
  }
}

process.on('message', (message) => {
  seed = message.seed;
  drawn.clear();
  moveTo(message.now);
  process.send({ moved: now });
});
// A server without its recorder is useless.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
