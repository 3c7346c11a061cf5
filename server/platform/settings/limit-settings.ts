import { rate, setting, share, wholeNumber } from './setting.ts';

const RATE = 'a whole number and a time in `s`, `min` or `h`, such as `60 per 10 min`';

/** How much senders may do. */
export const limitSettings = {
  LIMIT_CODE_GUESSES: setting({
    description:
      'How many codes that do not exist one network may ask for; then it gets no answer about any code until the time is over. Codes that exist count for nothing, so that a campaign opened by thousands behind one carrier’s address stays open. It is what a room full of people who mistype a printed code need, and far too little to find one of 50 bits.',
    allowed: RATE,
    default: { demo: '60 per 10 min', production: '60 per 10 min' },
    parse: rate,
  }),
  LIMIT_REGISTRATIONS: setting({
    description:
      'How many registration forms one network may send; each writes a mail to an address that nobody has proved yet.',
    allowed: RATE,
    default: { demo: '40 per 10 min', production: '40 per 10 min' },
    parse: rate,
  }),
  LIMIT_REQUESTS: setting({
    description:
      'How many forms of each other kind one network may send: drafts, activations, changes of address, requests for the mail, the waiting list, membership interest, preferences. Each costs a durable write.',
    allowed: RATE,
    default: { demo: '60 per 10 min', production: '60 per 10 min' },
    parse: rate,
  }),
  LIMIT_MAILS: setting({
    description: 'How many mails one address gets at the request of others, so that nobody’s mailbox is flooded.',
    allowed: RATE,
    default: { demo: '5 per 1 h', production: '5 per 1 h' },
    parse: rate,
  }),
  LIMIT_LINKS: setting({
    description:
      'How many registration links one admin may generate, so that a stolen session does not empty every balance.',
    allowed: RATE,
    default: { demo: '100 per 1 h', production: '100 per 1 h' },
    parse: rate,
  }),
  LIMIT_SIGN_IN_FAILURES: setting({
    description:
      'How many wrong passwords one network may send, whatever account it tries; the account stays open to everybody else. Each costs the 20 ms and 19 MiB of a password hash.',
    allowed: RATE,
    default: { demo: '10 per 15 min', production: '10 per 15 min' },
    parse: rate,
  }),
  LIMIT_DYNAMIC_REQUESTS: setting({
    description:
      'How much work one network may ask for beyond files and ready pages. A page that is looked up, filled or compiled for its visitor counts 1, and so does one that says there is nothing at an address; any other request (forms, GraphQL, flags, reports) 4 and each kilobyte of its body 1. What is more is refused with 429 before anything is read, until time gives it back evenly. It is far more than the visitors behind a carrier’s shared address ask for at a busy hour. Counted in the memory of each process.',
    allowed: RATE,
    default: { demo: '20000 per 1 s', production: '200 per 1 s' },
    parse: rate,
  }),
  LIMIT_SOCKET_CONNECTIONS: setting({
    description:
      'How many WebSockets one network may ask for, whether it gets them or not. What is more is refused with 429, and browsers come back by themselves. Counted in the memory of each process.',
    allowed: RATE,
    default: { demo: '300 per 10 s', production: '300 per 10 s' },
    parse: rate,
  }),
  LIMIT_SOCKET_FRAMES: setting({
    description:
      'How many frames one network may send over all its WebSockets: a ping or a kilobyte counts once, a message four times. A connection that sends more is closed with 1013, after which browsers come back by themselves. Counted in the memory of each process.',
    allowed: RATE,
    default: { demo: '2400 per 10 s', production: '2400 per 10 s' },
    parse: rate,
  }),
  LIMIT_EXPERIMENT_VISITORS: setting({
    description:
      'How many visitors whom experiments begin to count one network may bring. Those beyond see the pages as they are without experiments, and results name how many they were. It is more than a carrier’s shared address brings at a busy hour, and far too little to decide what an experiment says.',
    allowed: RATE,
    default: { demo: '300 per 1 min', production: '300 per 1 min' },
    parse: rate,
  }),
  EXPERIMENT_NETWORK_SHARE: setting({
    description:
      'Share of the new visitors of a variation on one day from which on results name the network that brought them, and an alert is raised (`vitrine_experiment_network_share`); it has to be 50 visitors at least.',
    allowed: 'a number from 0 to 1, such as `0.2`',
    default: { demo: '0.2', production: '0.2' },
    parse: share,
  }),
  LIMIT_IPV6_SITE_FACTOR: setting({
    description:
      'How many times what one IPv6 network (/64) may do, the /56 around it may: providers give one household up to 256 networks, and some of them a /56 to several.',
    allowed: 'a whole number from 1 to 256',
    default: { demo: '4', production: '4' },
    parse: wholeNumber(1, 256),
  }),
};
