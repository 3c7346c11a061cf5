/** `npm run code`. */
export const usage = {
  name: 'code',
  summary: 'Inviters and the codes by which their guests register.',
  calls: {
    'create [<code>] --places <number>':
      'an inviter with places and a code, such as "ANNA-50"; generated when left out',
    'list [<code>]': 'all codes with their places, or one with everything that its inviter handed out',
    'block <code>': 'ends registrations with it; "--inviter" blocks all codes and links of its inviter',
    'unblock <code>': 'takes that back; "--inviter" does for the inviter',
  },
  options: {
    places: { type: 'string', value: '<number>', does: 'how many people may register with it' },
    name: {
      type: 'string',
      value: '<first name>',
      does: 'first name of the inviter, with which guests are greeted; the site itself invites when left out',
    },
    email: {
      type: 'string',
      value: '<e-mail>',
      does: 'the inviter\'s address, by which "npm run person" finds name and codes',
    },
    landing: { type: 'string', value: '<document>', does: 'what it opens, such as "landings/social-voucher-10"' },
    voucher: {
      type: 'string',
      value: '<voucher>|none',
      does: 'refuse unless the landing promises this voucher; guests get what it promises',
    },
    until: {
      type: 'string',
      value: '<date>',
      does: 'last day, such as "2026-12-31", up to midnight in Central Europe',
    },
    inviter: { type: 'boolean', default: false, does: 'with block and unblock: the inviter instead of the code' },
  },
  positionals: 2,
} as const;
