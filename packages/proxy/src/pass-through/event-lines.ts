/** A pattern of the ends of lines in an event stream. No other sign ends a line there. */
export const lineEnd: RegExp = /\r\n|\n|\r/

/** Returns the data in a line of an event stream. Undefined for a line without data. */
export const dataOf = (line: string): string | undefined =>
  line.startsWith('data:') ? line.slice(line[5] === ' ' ? 6 : 5) : undefined
