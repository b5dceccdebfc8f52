import { hidden } from './redacted.ts'

/** A test that tells if the value of a name is a secret. */
export type IsSecret = (name: string) => boolean

/**
 * Hides the values of secret names inside a text: `password=x`, `"password": "x"`, `password: x`,
 * `--password x` and `<password>x</password>`. What is hidden is not read again, so the time is in
 * proportion to the text.
 */
export function hideNamedValues(text: string, isSecret: IsSecret): string {
  if (!maybe.test(text)) return text
  let rest = hideAfter(text, pair, (head, at) => endOfPair(text, head, at, isSecret))
  if (rest.includes('-')) {
    const flagged = rest
    rest = hideAfter(flagged, flag, ([, name = ''], at) =>
      isSecret(name) && !isProse(flagged, at) ? endOfToken(flagged, at) : at,
    )
  }
  if (!rest.includes('<')) return rest
  const marked = rest
  return hideAfter(marked, element, ([, name = ''], at) =>
    isSecret(name) ? endOf(marked, at, content) : at,
  )
}

/** A text without any of these signs has no named value. */
const maybe = /[:=<]|-\w|%3D/i

/** `name=`, `name: `, `"name": `, `[name]=` and the like. */
const pair =
  /(?<![\w-])(-*)(\w[\w-]*)(\\*["'`]?)\]?(?:%5D)?[^\S\r\n]*(=>|:=|={1,3}|:|%3D)[^\S\r\n]*/gi
const flag = /(?<![\w-])--?(\w[\w-]*)[^\S\r\n]+(?=[^\s-])/g
const element = /<(?:[\w.-]+:)?([\w-]+)(?:\s[^<>]*)?>/g
const content = /(?:<!\[CDATA\[[^\]]*|[^<])*/y
const token = /[^\s&"'`;,]*/y
const line = /[^\r\n]*/y
const header = /[^\r\n"'`\\]*/y
/** A YAML block: the lines below that are indented. */
const block = /[|>][-+\d]*[^\S\r\n]*(?:\r?\n[^\S\r\n]+[^\r\n]*)+/y
const json = /"(?:[^"\\]|\\[\s\S])*"?|[^"[\]{}]+|[[\]{}]/y
const isHeader = /(?:authorization|cookie)$/i
/** The last words of the names that people write as two words, such as "API key". */
const isHalf = /^(?:key|number|code|secret|token|phrase)s?$/i
const words = /\w+ $/
const nothing = /(?:true|false|null|undefined|none)\b/iy

/** Values that say something about the name, so that the text is prose, code or a form. */
const prose =
  /(?:is|are|was|were|be|been|has|have|had|must|should|may|can|cannot|could|will|would|the|an?|this|that|your|his|her|its|our|their|my|of|for|to|in|on|at|by|with|from|as|if|it|you|we|they|i|and|or|not|no|please|enter|choose|required|optional|missing|invalid|incorrect|wrong|expired|empty|unknown|string|number|boolean)(?![\w@#$%^&*+=/-])/iy

/** Replaces what follows each match of `heads`, up to where `endOfValue` says that it ends. */
function hideAfter(
  text: string,
  heads: RegExp,
  endOfValue: (head: RegExpExecArray, at: number) => number,
): string {
  let made = ''
  let from = 0
  heads.lastIndex = 0
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    const at = heads.lastIndex
    const end = endOfValue(head, at)
    if (end <= at) continue
    const quote = quoteAt(text, at)
    made += text.slice(from, at) + quote + hidden
    from = heads.lastIndex = end
  }
  return from === 0 ? text : made + text.slice(from)
}

/** Returns the end of the value of a pair; `at` if the value is no secret. */
function endOfPair(
  text: string,
  { index, 1: dashes = '', 2: name = '', 3: quoted = '', 4: sign = '' }: RegExpExecArray,
  at: number,
  isSecret: IsSecret,
): number {
  if (!isSecret(name) && !isSecret(twoWords(text, index, name))) return at
  if (quoteAt(text, at)) return endOfQuoted(text, at)
  if (endOf(text, at, nothing) > at) return at
  if (quoted && /[[{]/.test(text[at] ?? '')) return endOfJson(text, at)
  if (sign !== ':' || quoted) return endOfToken(text, at)
  if (isProse(text, at)) return at
  if (isHeader.test(name)) return endOf(text, at, header)
  const before = text.slice(Math.max(0, index - maxIndent), index)
  if (dashes || !/(?:^|[\r\n])[^\S\r\n]*(?:- )?$/.test(before)) return endOfToken(text, at)
  return Math.max(endOf(text, at, block), endOf(text, at, line))
}

/** The most characters before a name that are read to tell if a line begins with it. */
const maxIndent = 40

/** Returns a name with the word before it, if it is one of two words: "API key". */
function twoWords(text: string, index: number, name: string): string {
  if (!isHalf.test(name)) return name
  return (words.exec(text.slice(Math.max(0, index - maxIndent), index))?.[0] ?? '') + name
}

const endOf = (text: string, at: number, value: RegExp): number => {
  value.lastIndex = at
  return value.test(text) ? value.lastIndex : at
}

const endOfToken = (text: string, at: number): number =>
  quoteAt(text, at) ? endOfQuoted(text, at) : endOf(text, at, token)

const isProse = (text: string, at: number): boolean => endOf(text, at, prose) > at

/** Returns the quotation mark that a value begins with, with the backslashes before it. */
function quoteAt(text: string, at: number): string {
  opening.lastIndex = at
  return opening.exec(text)?.[0] ?? ''
}

const opening = /\\*["'`]/y

/**
 * Returns the end of a quoted value, before the backslashes of its closing mark. A value that is
 * not closed ends with the text, and in single quotation marks with its line.
 */
function endOfQuoted(text: string, at: number): number {
  const open = quoteAt(text, at)
  const mark = open.at(-1) ?? '"'
  const depth = open.length - 1
  for (
    let end = text.indexOf(mark, at + open.length);
    end >= 0;
    end = text.indexOf(mark, end + 1)
  ) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % (2 * depth + 2) === depth) return end - depth
  }
  return mark === '"' ? text.length : endOf(text, at, line)
}

/** Returns the end of an object or a list in JSON that may be cut. */
function endOfJson(text: string, at: number): number {
  let depth = 0
  let end = at
  json.lastIndex = at
  for (let piece = json.exec(text); piece; piece = json.exec(text)) {
    end = json.lastIndex
    if (/^[[{]/.test(piece[0])) depth++
    else if (/^[\]}]/.test(piece[0])) depth--
    if (depth === 0) break
  }
  return end
}
