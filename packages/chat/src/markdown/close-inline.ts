/** The marks before the text of a line: of a quote, a list item, a heading or a table row. */
const LINE_START = /^[ \t]*(?:(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)[ \t]*)*/
const OWN_CONTENT = /^[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/
const LONGEST_SCAN = 16_384

interface Mark {
  readonly run: string
  readonly at: number
}

/**
 * Closes the marks that the last paragraph of `text` leaves open, as its author most likely will:
 * code spans, `*`, `_` and `~~`. Of an unfinished link only the label stays, of an unfinished image
 * nothing.
 */
export function closeInline(text: string): string {
  const start = lastContent(text)
  if (text.length - start > LONGEST_SCAN) return text
  return text.slice(0, start) + closeRun(text.slice(start))
}

function lastContent(text: string): number {
  let start = text.length
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1
    const line = text.slice(above, start)
    if (line.trim() === '') break
    start = above
    if (OWN_CONTENT.test(line)) return start + (LINE_START.exec(line)?.[0].length ?? 0)
  }
  return start
}

function closeRun(text: string): string {
  const open: Mark[] = []
  const brackets: number[] = []
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? ''
    if (char === '\\') {
      at += 2
    } else if (char === '`') {
      const run = runAt(text, at)
      const end = findTicks(text, at + run.length, run)
      if (end < 0) return closeCode(text, at, run, open, brackets)
      at = end + run.length
    } else if (char === '[') {
      brackets.push(at)
      at += 1
    } else if (char === ']') {
      const label = brackets.pop()
      const end = text[at + 1] === '(' && label !== undefined ? findAddressEnd(text, at + 2) : at
      if (end < 0 && label !== undefined) return withoutLink(text, label, at, open)
      at = end + 1
    } else if (char === '*' || char === '_' || char === '~') {
      const run = runAt(text, at)
      if (char !== '~' || run.length === 2) track(text, { run, at }, open)
      at += run.length
    } else {
      at += 1
    }
  }
  return withoutLink(text, brackets[0], text.length, open)
}

/**
 * Removes an open image, and reduces an open link to its label. `labelEnd` is the end of the label.
 */
function withoutLink(
  text: string,
  label: number | undefined,
  labelEnd: number,
  open: Mark[],
): string {
  if (label === undefined) return closeMarks(text, open)
  const isImage = text[label - 1] === '!'
  if (isImage)
    return closeMarks(
      text.slice(0, label - 1),
      open.filter(({ at }) => at < label),
    )
  // The bracket is removed, so everything after it moves one to the left.
  const moved = open.map(({ run, at }) => ({ run, at: at > label ? at - 1 : at }))
  return closeMarks(text.slice(0, label) + text.slice(label + 1, labelEnd), moved)
}

function closeCode(
  text: string,
  at: number,
  run: string,
  open: Mark[],
  brackets: number[],
): string {
  // The end may be the first backticks of the closing run.
  const content = text.slice(at + run.length).replace(/(?<!`)`+$/, '')
  const closed = content.trim() === '' ? text.slice(0, at) : text.slice(0, at) + run + content + run
  return withoutLink(closed, brackets[0], closed.length, open)
}

function closeMarks(text: string, open: readonly Mark[]): string {
  const shown = text.trimEnd()
  const trailing = /(?:(?<!\*)\*+|(?<!_)_+|(?<!~)~+)$/.exec(shown)?.[0] ?? ''
  const isHalf = trailing !== '' && open.some((mark) => mark.run[0] === trailing[0])
  let body = isHalf ? shown.slice(0, -trailing.length).trimEnd() : shown
  let closers = ''
  for (const { run, at } of open.toReversed()) {
    if (body.length > at + run.length) closers += run
    else body = body.slice(0, at)
  }
  if (closers === '' && body === shown) return text
  return body + closers
}

function track(text: string, mark: Mark, open: Mark[]): void {
  const previous = text[mark.at - 1] ?? ' '
  const next = text[mark.at + mark.run.length] ?? ''
  const isWord =
    mark.run.startsWith('_') && /[\p{L}\p{N}]/u.test(previous) && /[\p{L}\p{N}]/u.test(next)
  if (isWord) return
  const last = open.at(-1)
  if (last && !/\s/.test(previous) && last.run[0] === mark.run[0]) {
    if (mark.run.length >= last.run.length) open.pop()
    else if (next === '') open.push({ run: mark.run, at: mark.at })
    else open[open.length - 1] = { run: last.run.slice(mark.run.length), at: last.at }
    return
  }
  if (next !== '' && !/\s/.test(next)) open.push(mark)
  else if (next === '' && /[\s(["']/.test(previous)) open.push(mark)
}

function runAt(text: string, at: number): string {
  let end = at + 1
  while (text[end] === text[at]) end += 1
  return text.slice(at, end)
}

function findTicks(text: string, from: number, run: string): number {
  for (let at = text.indexOf('`', from); at >= 0;) {
    const found = runAt(text, at)
    if (found.length === run.length) return at
    at = text.indexOf('`', at + found.length)
  }
  return -1
}

function findAddressEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '\n' && text[at + 1] === '\n') return from - 1
    else if (char === '(') depth += 1
    else if (char === ')') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return -1
}
