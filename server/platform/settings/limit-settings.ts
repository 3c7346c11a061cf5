import { rate, setting, share, wholeNumber } from './setting.ts';

/** Format of a rate limit, in the sentence "Allowed: …". */
export const RATE = 'a whole number and a time in `s`, `min` or `h`, such as `60 per 10 min`';

/** Rate limits. */
export const limitSettings = {
  RATE_LIMIT_REQUESTS: setting({
    description:
      'How many forms of each kind without a limit of its own one network may send. Each costs a durable write.',
    allowed: RATE,
    default: { demo: '60 per 10 min', production: '60 per 10 min' },
    parse: rate,
  }),
  RATE_LIMIT_MAILS: setting({
    description: 'How many mails one address gets at the request of others, so that mailboxes are not flooded.',
    allowed: RATE,
    default: { demo: '5 per 1 h', production: '5 per 1 h' },
    parse: rate,
  }),
  RATE_LIMIT_SIGN_IN_FAILURES: setting({
    description:
      'How many wrong passwords one network may send, for any account; other networks can still sign in to it. Each costs the 20 ms and 19 MiB of a password hash.',
    allowed: RATE,
    default: { demo: '10 per 15 min', production: '10 per 15 min' },
    parse: rate,
  }),
  RATE_LIMIT_DYNAMIC_REQUESTS: setting({
    description:
      'How much work one network may cause beyond files and ready pages. A page with look-ups, a filled or compiled page and an error page count 1; any other request (forms, GraphQL, flags, reports) 4, a form of an admin page 12, and each kilobyte of its body 1. Excess requests get 429 before they are read; the allowance refills evenly. It is far more than the visitors behind a carrier’s shared address need at a busy hour. Counted in the memory of each process.',
    allowed: RATE,
    default: { demo: '20000 per 1 s', production: '200 per 1 s' },
    parse: rate,
  }),
  RATE_LIMIT_SOCKET_CONNECTIONS: setting({
    description:
      'How many WebSockets one network may request, successful or not. The excess gets 429, and browsers reconnect automatically. Counted in the memory of each process.',
    allowed: RATE,
    default: { demo: '300 per 10 s', production: '300 per 10 s' },
    parse: rate,
  }),
  RATE_LIMIT_SOCKET_FRAMES: setting({
    description:
      'How many frames one network may send over all its WebSockets: a ping or a kilobyte counts once, a message four times. A connection that sends more is closed with 1013, and browsers reconnect automatically. Counted in the memory of each process.',
    allowed: RATE,
    default: { demo: '2400 per 10 s', production: '2400 per 10 s' },
    parse: rate,
  }),
  RATE_LIMIT_EXPERIMENT_VISITORS: setting({
    description:
      'How many new counted visitors of experiments one network may have. Visitors beyond it see pages without experiments, and results report their number. It is more than a carrier’s shared address has at a busy hour, and far too few to influence a result.',
    allowed: RATE,
    default: { demo: '300 per 1 min', production: '300 per 1 min' },
    parse: rate,
  }),
  EXPERIMENT_NETWORK_SHARE: setting({
    description:
      'Share of the new visitors of a variation on one day from one network that results report, with an alert (`vitrine_experiment_network_share`); at least 50 visitors.',
    allowed: 'a number from 0 to 1, such as `0.2`',
    default: { demo: '0.2', production: '0.2' },
    parse: share,
  }),
  RATE_LIMIT_IPV6_SITE_FACTOR: setting({
    description:
      'Factor by which the limits of an IPv6 /56 exceed those of a /64: providers assign one household up to 256 networks, and some share a /56 among several.',
    allowed: 'a whole number from 1 to 256',
    default: { demo: '4', production: '4' },
    parse: wholeNumber(1, 256),
  }),
};
