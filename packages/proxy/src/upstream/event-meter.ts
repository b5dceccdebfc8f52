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
  return {
    get isBetween() {
      return eventBytes === 0
    },
    write(bytes) {
      let largest = 0
      for (const byte of bytes) {
        // The LF of a CR LF: the line already ended with the CR.
        const isRest = byte === lineFeed && last === carriageReturn
        last = byte
        if (isRest) continue
        eventBytes += 1
        largest = Math.max(largest, eventBytes)
        if (byte !== lineFeed && byte !== carriageReturn) lineBytes += 1
        else if (lineBytes > 0) lineBytes = 0
        else eventBytes = 0
      }
      return largest
    },
  }
}
