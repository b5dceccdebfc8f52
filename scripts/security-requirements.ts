/** What the agent promises, by number: the rows of the table in `docs/guides/security.md`. */
export const requirements: Readonly<Record<string, string>> = {
  A1: 'Third-party text is data: in envelopes that say where it is from and that nothing in them closes, never in system text',
  A2: 'Foreign text and a way out never meet without a person',
  A3: 'A tool says what its calls do; one that says nothing writes, one that destroys asks',
  A4: 'What was approved is what runs, once; whatever changes in between, nothing runs',
  A5: 'Arguments that a person changed are validated, run, and told to the model',
  A6: 'Nothing in a history, a message or an event approves anything',
  A7: '“Do not ask again” is for one tool in one scope, visible, revocable, expires, and never for what destroys',
  A8: 'What is unmounted, off or unknown is not sent and not run',
  A9: 'A tool knows whose call it is and is given nobody’s key',
  A10: 'Secrets that are known by name, by shape or by mark reach no model',
  A11: 'Arguments are what the schema makes of them',
  A12: 'Results are told as JSON, or as an error, and never whole when they are huge',
  A13: 'A model that never stops is stopped',
  A14: 'Tools whose code is not trusted run apart from the page',
  A15: 'A hook cannot widen what was approved',
  A16: 'A tool that becomes another is asked for anew',
  A17: 'A stored history is one person’s, and goes when they say so',
  A18: 'A change of user ends what ran for the one before',
  A19: 'One page runs a session; of several answers the first wins',
  A20: 'A page talks to its own server alone',
  A21: 'No key is in what is shipped',
  A22: 'A model that obeys every instruction it finds does nothing a person would have had to allow',
  A23: 'Every call leaves a row: what, with what, who decided, how it ended',
  A24: 'One switch ends everything, and nothing runs after it',
}

/** Why a row has no test. */
export const absent: Readonly<Record<string, string>> = {
  A17: 'not here yet',
  A18: 'not here yet',
}
