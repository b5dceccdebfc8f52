/** Knows where one event ends and the next begins in the bytes of an event stream. */
export interface EventMeter {
  /** Bytes of the largest event among those that `bytes` belong to. */
  write: (bytes: Uint8Array) => number
  /** Whether all that was written was whole events. */
  readonly isBetween: boolean
}

const lineFeed = 10
const carriageReturn = 13

/** An event ends with an empty line; a line with CR LF, LF or CR. Neither byte is part of a longer character. */
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
        // The second half of a line's end that was counted already.
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
