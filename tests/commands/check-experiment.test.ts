import { expect, test } from 'vitest';
import { checkExperiment } from '../../commands/check-experiment.ts';
import { Refusal } from '../../commands/refusal.ts';

test.each([
  [['--experiment'], 'check: The option "--experiment" needs a value, but nothing follows it.'],
  [['--experiment', 'short-hero', 'more'], "check: Unexpected argument 'more'."],
  [['--experiment', 'short-hero', '--fix'], "check: Unknown option '--fix'"],
])('the arguments %j are refused in words', async (args, message) => {
  const refused = checkExperiment(args);
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  await expect(refused).rejects.toThrow(message);
});
