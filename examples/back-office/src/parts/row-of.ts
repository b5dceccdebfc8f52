/** Returns the id of the element that shows a row, so that a tool can name what it changed. */
export const rowOf = (id: string): string => `row-${id}`
