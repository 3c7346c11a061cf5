import { parseRegistrationCode } from '#journeys/registration/shared/registration-code.ts';
import { decide } from '#engine/decide/decide.ts';
import { match } from '#engine/decide/match.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import { registrationSite } from '#tests/helpers/registration-site.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** Milliseconds that no input may take. */
const MAX_MS = 50;

const site = registrationSite('https://www.example.com');
/** Pieces that hostile input is put together from: separators, escapes, prototypes, direction marks, half characters, digits. */
const pieces = [
  '/',
  '//',
  '\\',
  '?',
  '#',
  '%',
  '%2f',
  '%00',
  '%c0%af',
  '..',
  '.',
  ':',
  '@',
  '&',
  '=',
  ';',
  ',',
  ' ',
  '\t',
  '\r\n',
  '\0',
  '<',
  '>',
  '"',
  "'",
  '`',
  '{',
  '}',
  '${',
  '{{',
  '__proto__',
  'constructor',
  'prototype',
  'javascript',
  'data',
  'https',
  'example.com',
  'de',
  'en',
  'zz',
  'ANNA-50',
  '\u202e',
  '\u0301',
  '\ud800',
  'ß',
  '🜁',
  'é',
  '0',
  '9'.repeat(40),
  'a'.repeat(200),
  '-',
  '_',
  '+',
] as const;

export const inputs: Proof = {
  summary:
    'Hostile input for URLs, decisions, codes, addresses and forms: nothing throws, takes long, or reaches a prototype.',
  runs: 10_000_000,
  run,
};

type Reader = (text: string) => unknown;

const readers: Readonly<Record<string, Reader>> = {
  'taking a URL apart': (text) => splitUrl(text),
  'matching a URL': (text) => match(text, site),
  'deciding about a URL': (text) => decide(makeFacts({ url: `/${text}` }), site),
  'choosing a language': (text) => decide(makeFacts({ url: '/', acceptLanguage: text }), site),
  'reading a code': (text) => parseRegistrationCode(text),
  'reading an address': (text) => readEmail(text),
  'checking a form': (text) => validateForm('registration', { firstName: text, email: text, code: text, [text]: text }),
};

async function run({ runs, random, progress }: ProofContext): Promise<ProofResult> {
  const names = Object.keys(readers);
  const thrown = new Map<string, string>();
  let [slow, slowest] = [0, 0];
  for (let done = 0; done < runs; done += 1) {
    const name = names[done % names.length] ?? '';
    const text = hostileText(random);
    let took = 0;
    try {
      took = measureTime(() => readers[name]?.(text));
    } catch (error) {
      thrown.set(name, `${name} throws for ${JSON.stringify(text).slice(0, 100)}: ${String(error).slice(0, 100)}`);
    }
    slowest = Math.max(slowest, took);
    if (took > MAX_MS) slow += 1;
    if (done % 10_000 === 0) {
      progress(done);
      // Lets the bar be drawn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  progress(runs);
  const polluted = Object.keys(Object.prototype).length + (Object.hasOwn(Object.prototype, 'polluted') ? 1 : 0);
  return {
    found: [
      ['Inputs', runs],
      ['Readers that threw', thrown.size],
      [`Longer than ${MAX_MS} ms`, slow],
      ['Slowest, ms', slowest.toFixed(1)],
      ['Prototypes reached', polluted],
    ],
    broken: [
      ...thrown.values(),
      ...(slow > 0 ? [`${slow} inputs took longer than ${MAX_MS} ms.`] : []),
      ...(polluted > 0 ? ['An input reached a prototype.'] : []),
    ],
  };
}

/** Milliseconds; whatever takes long does so again, unless the machine was busy with something else. */
function measureTime(read: () => unknown): number {
  const once = (): number => {
    const started = performance.now();
    read();
    return performance.now() - started;
  };
  const first = once();
  return first > MAX_MS ? Math.min(first, once(), once()) : first;
}

function hostileText(random: () => number): string {
  const length = Math.floor(random() ** 2 * 24);
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join('');
}
