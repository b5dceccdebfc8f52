/** The largest number of things that the agent changes in one call without asking. */
const few = 5

/** Whether a change is for so many things that the user has to see which ones, and to decide. */
export const isMany = (ids: readonly string[]): boolean => ids.length > few
