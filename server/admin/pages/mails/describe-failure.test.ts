import { expect, test } from 'vitest';
import { getStaffTranslator } from '../../staff-translator.ts';
import { describeFailure } from './describe-failure.ts';

test.each([
  ['EENVELOPE 550 RCPT TO', 'The address does not exist'],
  ['EENVELOPE 552 RCPT TO', 'The mailbox is full'],
  ['EMESSAGE 554 DATA', 'The recipient’s mail server refuses our emails'],
  ['EENVELOPE 451 RCPT TO', 'The recipient’s mail server asked to try later'],
  ['ECONNREFUSED', 'Our mail server cannot be reached'],
  ['EAUTH 535', 'Our mail server refuses the sign-in'],
  ['', 'Unknown reason'],
])('The reason %j of a failed mail reads "%s".', (reason, why) => {
  expect(describeFailure(getStaffTranslator('en'), reason).why).toBe(why);
});
