import { expect, test } from 'vitest';
import { UserError } from '#engine/shared/errors.ts';
import { checkExperiment } from '../../commands/check-experiment.ts';

test.each([
  [['--experiment'], 'check: The option "--experiment" needs a value, but nothing follows it.'],
  [['--experiment', 'short-hero', 'more'], 'check: "more" is one argument too many.'],
  [['--experiment', 'short-hero', '--fix'], 'check: There is no option "--fix".'],
])('the arguments %j are refused in words', async (args, message) => {
  const refused = checkExperiment(args);
  await expect(refused).rejects.toBeInstanceOf(UserError);
  await expect(refused).rejects.toThrow(message);
});
