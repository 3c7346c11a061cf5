import { hostileRequests } from '#tests/helpers/malformed-requests/corpus.ts';
import { sendAll } from '#tests/helpers/malformed-requests/send-hostile.ts';
import { setStage } from './parts/stage.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

export const hostileRequestsProof: Proof = {
  summary:
    'Sends the built server in production 1,200 requests that no browser sends: none fails, hangs, leads off the site or writes a header. "--runs" is how often, each time with another seed.',
  runs: 1,
  run,
};

async function run({ runs, random, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage('sqlite');
  const server = await stage.serve({ LOG_LEVEL: 'error' });
  const origin = new URL(server.origin);
  const statuses = new Map<string, number>();
  const broken: string[] = [];
  let [sent, silent] = [0, 0];
  try {
    for (let turn = 0; turn < runs; turn += 1) {
      const corpus = hostileRequests(origin.host, random);
      const before = sent;
      const answers = await sendAll(Number(origin.port), origin.origin, corpus, (done) =>
        progress(before + done, corpus.length * runs),
      );
      sent += answers.length;
      silent += answers.filter((answer) => answer.statuses.length === 0).length;
      broken.push(...answers.flatMap(({ wrong }) => wrong));
      for (const status of answers.flatMap((answer) => answer.statuses))
        count(statuses, `${Math.floor(status / 100)}xx`);
    }
    const alive = await fetch(`${server.origin}/livez`).then(
      ({ status }) => status,
      () => 0,
    );
    if (alive !== 200) broken.push(`Afterwards the server answers with ${alive}.`);
    return {
      found: [
        ['Requests', sent],
        ['Closed without a word', silent],
        ...[...statuses].toSorted().map(([group, times]) => [`Answers ${group}`, times] as const),
      ],
      broken,
    };
  } finally {
    await server.stop();
    await stage.close();
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
