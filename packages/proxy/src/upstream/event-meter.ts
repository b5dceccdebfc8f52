/** A meter that finds the ends of events in the bytes of an event stream. */
export interface EventMeter {
  /** Reads bytes. Returns the size so far of the largest event that has a part in them. */
  write: (bytes: Uint8Array) => number
  /** True if the bytes so far end with a whole event. */
  readonly isBetween: boolean
}

const lineFeed = 10
const carriageReturn = 13

/**
 * Creates a meter. An event ends with an empty line; a line ends with CR LF, LF or CR. Neither byte
 * is a part of a longer UTF-8 character.
 */
export function createEventMeter(): EventMeter {
  let eventBytes = 0
  let lineBytes = 0
  let last = 0

  /** Reads bytes whose lines all end with LF, which is fast. */
  function writeLines(bytes: Uint8Array): number {
    let largest = 0
    let from = 0
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      eventBytes += at + 1 - from
      if (eventBytes > largest) largest = eventBytes
      if (at === from && lineBytes === 0) eventBytes = 0
      lineBytes = 0
      from = at + 1
    }
    lineBytes += bytes.length - from
    eventBytes += bytes.length - from
    last = bytes[bytes.length - 1] ?? last
    return Math.max(largest, eventBytes)
  }

  return {
    get isBetween() {
      return eventBytes === 0
    },
    write(bytes) {
      const { length } = bytes
      if (last !== carriageReturn && !bytes.includes(carriageReturn)) return writeLines(bytes)
      let largest = 0
      let event = eventBytes
      let line = lineBytes
      for (let at = 0; at < length; at++) {
        const byte = bytes[at]
        if (byte !== lineFeed && byte !== carriageReturn) {
          event += 1
          line += 1
          continue
        }
        // The LF of a CR LF: the line already ended with the CR.
        if (byte === lineFeed && (at > 0 ? bytes[at - 1] : last) === carriageReturn) continue
        event += 1
        if (event > largest) largest = event
        if (line === 0) event = 0
        line = 0
      }
      last = bytes[length - 1] ?? last
      eventBytes = event
      lineBytes = line
      return Math.max(largest, event)
    },
  }
}
