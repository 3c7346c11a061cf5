import { setTimeout as sleep } from 'node:timers/promises';
import type { Backend } from '#server/app/backend.ts';
import { type Mood, moods } from '#tests/helpers/mail-server.ts';
import { setStage, settleMail } from './parts/stage.ts';
import { nothingSeen, register } from './parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const outages = moods.filter((mood): mood is Exclude<Mood, 'well'> => mood !== 'well');

const names: Readonly<Record<(typeof outages)[number], string>> = {
  refusing: 'no connection',
  hanging: 'hangs',
  later: '451 to the mail',
  closed: '554 to the connection',
  never: '550 to the recipient',
  dropping: 'drops after DATA',
};

export const mailOutages: Proof = {
  summary: 'Lets the mail server fail in six ways: no form fails, and every mail arrives after the outage.',
  runs: 60,
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage('sqlite');
  const server = await stage.serve();
  const seen = nothingSeen();
  const broken: string[] = [];
  const found: [string, string | number][] = [];
  const perOutage = Math.ceil(runs / outages.length);
  try {
    await stage.addCode('PROVE-1');
    for (const [index, mood] of outages.entries()) {
      await stage.mail.become(mood);
      let answered = 0;
      for (let turn = 0; turn < perOutage; turn += 1) {
        if (await register(server.origin, 'PROVE-1', `${mood}-${turn}@example.com`, seen)) answered += 1;
        progress(index * perOutage + turn + 1);
      }
      if (answered < perOutage) broken.push(`${names[mood]}: ${perOutage - answered} of ${perOutage} forms failed.`);
      found.push([`${names[mood]}: forms answered with success`, answered]);
      // Long enough for the server's own worker to meet the outage.
      await sleep(1_000);
    }
    await stage.mail.become('well');
    await server.stop();
    const backend = await stage.backend();
    try {
      const revived = await reviveAll(backend);
      const mail = await settleMail(backend, stage.mail);
      broken.push(...mail.broken);
      found.push(
        ['Mails written', mail.written],
        ['Dead letters (550), revived by command', revived],
        ['Mails that came twice, same Message-ID', mail.duplicates],
      );
    } finally {
      await backend.close();
    }
    return { found, broken };
  } finally {
    await server.stop();
    await stage.close();
  }
}

/** What a person does after the mail server's refusal for good was fixed. */
async function reviveAll(backend: Backend): Promise<number> {
  const letters = await backend.outbox.listDeadLetters();
  await backend.outbox.requeueDeadLetters(letters.map(({ id }) => id));
  return letters.length;
}
