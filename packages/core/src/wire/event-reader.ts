/**
 * Reads server-sent events from text that comes in pieces, however it is cut, and hands on the data of each. What else an event may have,
 * and comments, say nothing here.
 */
export function createEventReader(onData: (data: string) => void): (text: string) => void {
  let rest = ''
  let data: string | undefined
  return (text) => {
    rest += text
    // Pieces of one long line are looked through once, when it ends.
    if (!text.includes('\n') && !text.includes('\r')) return
    // A CR that comes last may be the half of a line's end.
    const read = rest.includes('\r') ? rest.replaceAll(/\r\n|\r(?!$)/g, '\n') : rest
    let from = 0
    for (let to = read.indexOf('\n'); to >= 0; to = read.indexOf('\n', from)) {
      if (read.startsWith('data:', from)) {
        const value = read.slice(from + (read[from + 5] === ' ' ? 6 : 5), to)
        data = data === undefined ? value : `${data}\n${value}`
      } else if (to === from && data !== undefined) {
        onData(data)
        data = undefined
      }
      from = to + 1
    }
    rest = read.slice(from)
  }
}
