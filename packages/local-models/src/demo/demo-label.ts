/** What a user interface must say about this model, in one short line. */
export const demoLabel: string = 'Rule-based demo, not a language model'
