/** First words of names of exported functions: what the function does. A verb that is missing here may be added; a noun is not one. */
const ACTIONS = `
  accept act activate adapt add admit adopt align allow announce answer append apply ask assemble assert assign
  assume attach audit balance batch begin bind block build bundle cancel carry change check choose claim
  classify clean close collect combine compare compile compose compress compute conclude confirm connect copy
  correct count create crop cut decide declare decode decrypt define delete derive describe develop diagnose
  digest discard dispatch draw drop duplicate edit encode end enqueue enter erase escape expand expire explain
  export fetch fill filter find finish fix flag focus fold follow forbid forget format generate get grade group
  guard handle hash hold hydrate identify import index inline insert inspect invite issue join judge keep label
  lay limit link list listen load localize locate lock lower make map mark mask match measure memoize merge
  migrate move name navigate normalise normalize obtain offer open pack paint parse patch place plan prefill
  prepare preview prewarm print probe project propose provide publish pull push read recall record recount
  redact redeem redirect redo refill refine refresh refuse register release relocate remember remove rename
  render replace replay report request requeue require resend reserve reset resolve respond restore retry return
  reuse revert revive revoke rewrite run save schedule scroll seal search seed select send serialize serve set
  settle share shorten show sign simulate snapshot sort spend splice split start stop store submit suggest sum
  summarize suppress swap switch sync take throw touch trace track translate trim truncate trust try undo unpack
  unpublish unseal update upgrade upload validate verify visit wait walk warm watch wipe withdraw write yield
`;

/** What is true of the first argument: `isToken`, `readsFlags`. */
const PREDICATES = `
  agrees are asks begins brings can contains counts fits follows has hides holds is keeps lacks lets looks
  matches may names needs reads stays takes
`;

/** Conversions, copies with a change, hooks of React, and work at a time: `toTimestamp`, `withTexts`, `useForm`, `whenIdle`. */
const PREPOSITIONS = `
  as by in on to use when while with without
`;

export const verbs: ReadonlySet<string> = new Set(`${ACTIONS} ${PREDICATES} ${PREPOSITIONS}`.split(/\s+/));
