/**
 * Reads server-sent events from text that comes in pieces, however it is cut, and hands on the data of each. What else an event may have,
 * and comments, say nothing here.
 */
export function createEventReader(onData: (data: string) => void): (text: string) => void {
  let pieces: string[] = []
  let data: string[] = []
  return (text) => {
    pieces.push(text)
    // Pieces of one long line are joined once.
    if (!text.includes('\n') && !text.includes('\r')) return
    const read = pieces.join('')
    // A CR that comes last may be the half of a line's end.
    const lines = read.split(read.includes('\r') ? /\r\n|\n|\r(?!$)/ : '\n')
    pieces = lines.splice(-1)
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
      if (line !== '') continue
      if (data.length) onData(data.join('\n'))
      data = []
    }
  }
}
