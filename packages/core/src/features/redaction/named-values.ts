import { hidden } from './secrets.ts'

/** The tests of a name: if its value is a secret, and if it may also be ordinary data. */
interface Names {
  readonly isSecret: (name: string) => boolean
  readonly isLoose: (name: string) => boolean
}

/**
 * Hides the values of secret names inside a text: `password=x`, `"password": "x"`, `password: x`,
 * `--password x`, `<password>x</password>` and `<input type="password" value="x">`. What is hidden
 * is not read again, so the time is in proportion to the text.
 */
export function hideNamedValues(text: string, names: Names): string {
  if (!maybe.test(text)) return text
  const { isSecret } = names
  let rest = hideAfter(text, pair, (head, at, quotes) => endOfPair(text, head, at, names, quotes))
  if (rest.includes('-')) {
    const flagged = rest
    rest = hideAfter(flagged, flag, ([, name = ''], at, quotes) =>
      isSecret(name) && !isProse(flagged, at) ? endOfToken(flagged, at, quotes) : at,
    )
  }
  if (!rest.includes('<')) return rest
  const marked = rest
  const emptied = hideAfter(marked, element, ([, name = ''], at) =>
    isSecret(name) ? endOf(marked, at, content) : at,
  )
  return hideTagValues(emptied, isSecret)
}

/** A text without any of these signs has no named value. */
const maybe = /[:=<]|-\w|%3D/i

/** `name=`, `name: `, `"name": `, `[name]=` and the like. */
const pair =
  /(?<![\w-])(-*)(\w[\w-]*)(\\*["'`]?)\]?(?:%5D)?[^\S\r\n]*(=>|:=|={1,3}|:|%3D)[^\S\r\n]*/gi
const flag = /(?<![\w-])--?(\w[\w-]*)[^\S\r\n]+(?=[^\s-])/g
const element = /<(?:[\w.-]+:)?([\w-]+)(?:\s[^<>]*)?>/g
const content = /(?:<!\[CDATA\[[^\]]*|[^<])*/y
/** Ends at a comma only where another name or value begins behind it. */
const token = /(?:[^\s&"'`;,]|,(?![\w-]{0,40}\s{0,4}[=:]|[\s"'`,;&[{\\]|$))*/y
/** A header inside a line. It ends at a quotation mark that does not begin the value of a part. */
const header = /(?:=\\*"[^"\r\n]*"?|=\\*'[^'\r\n]*'?|[^\r\n"'`\\])*/y
const lineStart = /(?:^|[\r\n])[^\S\r\n]*(?:[-<>*] )?$/
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

/** An amount, or a sentence of at most twelve plain words, which fill the line. */
const ordinary =
  /-?\d+(?:[.,]\d+)?(?=[\s,;)\]}]|$)|[a-z']+(?:,? [a-z']+){2,11}[.!?]?(?=[^\S\r\n]*(?:[\r\n]|$))/iy
const group = /\{(?![^{}\r\n]{0,200}\bvalues?['"]?:)/y
const postalCode = /[1-9]\d{5}\b/y

/** Replaces what follows each match of `heads`, up to where `endOfValue` says that it ends. */
function hideAfter(
  text: string,
  heads: RegExp,
  endOfValue: (head: RegExpExecArray, at: number, quotes: QuotedValues) => number,
): string {
  const quotes = new QuotedValues(text)
  let made = ''
  let from = 0
  heads.lastIndex = 0
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    const at = heads.lastIndex
    const end = endOfValue(head, at, quotes)
    if (end <= at) continue
    const quote = quoteAt(text, at)
    made += text.slice(from, at) + quote + hidden
    from = heads.lastIndex = end
  }
  return from === 0 ? text : made + text.slice(from)
}

/** Returns the end of the value of a pair; `at` if the value is not a secret. */
function endOfPair(
  text: string,
  { index, 1: dashes = '', 2: name = '', 3: quoted = '', 4: sign = '' }: RegExpExecArray,
  at: number,
  { isSecret, isLoose }: Names,
  quotes: QuotedValues,
): number {
  if (!isSecret(name) && !isSecret(twoWords(text, index, name))) return at
  if (quoteAt(text, at)) return quotes.endOf(at)
  const begins = (value: RegExp): boolean => endOf(text, at, value) > at
  if (begins(nothing)) return at
  if (sign === ':') {
    if (isLoose(name) && (begins(ordinary) || (!quoted && begins(group)))) return at
    if (/^pin$/i.test(name) && !quoted && begins(postalCode)) return at
  }
  if (quoted && /[[{]/.test(text[at] ?? '')) return endOfJson(text, at)
  if (sign !== ':' || quoted) return endOfToken(text, at, quotes)
  if (isProse(text, at)) return at
  const isWholeLine = !dashes && lineStart.test(text.slice(Math.max(0, index - maxIndent), index))
  if (isHeader.test(name)) return endOf(text, at, isWholeLine ? line : header)
  if (!isWholeLine) return endOfToken(text, at, quotes)
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

const endOfToken = (text: string, at: number, quotes: QuotedValues): number =>
  quoteAt(text, at) ? quotes.endOf(at) : endOf(text, at, token)

const isProse = (text: string, at: number): boolean => endOf(text, at, prose) > at

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

/** Returns the quotation mark that a value begins with, with the backslashes before it. */
function quoteAt(text: string, at: number): string {
  opening.lastIndex = at
  return opening.exec(text)?.[0] ?? ''
}

const opening = /\\*["'`]/y
const line: RegExp = /[^\r\n]*/y

/**
 * Finds the ends of the quoted values of one text. The last mark of each kind is found once. A
 * search begins only before such a mark, and what it reads belongs to the value. So the time is in
 * proportion to the text.
 */
class QuotedValues {
  readonly #text: string
  #last: ReadonlyMap<string, number> | undefined

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Returns the end of the quoted value at `at`, before the backslashes of its closing mark. A
   * doubled mark, as in SQL, belongs to the value. A value that is not closed ends with the text,
   * and in single quotation marks with its line.
   */
  endOf(at: number): number {
    const text = this.#text
    const open = quoteAt(text, at)
    const mark = open.at(-1) ?? '"'
    const level = levelOf(open.length - 1)
    const from = at + open.length
    this.#last ??= lastMarks(text)
    const last = this.#last.get(mark + level) ?? -1
    if (last < from) return mark === '"' ? text.length : endOfLine(text, at)
    for (
      let end = text.indexOf(mark, from);
      end >= 0 && end < last;
      end = text.indexOf(mark, end + 1)
    ) {
      if (levelOf(slashesBefore(text, end)) !== level) continue
      if (level > 0) return end - 2 ** level + 1
      if (text[end + 1] === mark) end++
      else if (end > from || !/\w/.test(text[end + 1] ?? '')) return end
    }
    return last - 2 ** level + 1
  }
}

/** Returns the last place of each mark on each level. */
function lastMarks(text: string): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const mark of ['"', "'", '`']) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      last.set(mark + levelOf(slashesBefore(text, at)), at)
    }
  }
  return last
}

/**
 * Returns how often a mark was escaped, which needs 1, 3, 7, … backslashes. Backslashes of the
 * value before these come in twice that number, and count for nothing.
 */
const levelOf = (slashes: number): number => 31 - Math.clz32((slashes + 1) & -(slashes + 1))

function slashesBefore(text: string, at: number): number {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes
}

function endOfLine(text: string, at: number): number {
  line.lastIndex = at
  line.test(text)
  return line.lastIndex
}

/** The members that name a field whose value is in `value`: a header, a cookie, an input. */
export const fieldKeys: readonly string[] = [
  'name',
  'key',
  'header',
  'field',
  'label',
  'id',
  'type',
]

/**
 * Hides the values of tags that another attribute names: `<input type="password" value="x">` and
 * `<add key="password" value="x"/>`. A tag ends before the next `<`, so each is read once.
 */
const hideTagValues = (text: string, isSecret: (name: string) => boolean): string =>
  text.replaceAll(tag, (whole: string, tagName: string) => {
    if (!/value|content/i.test(whole)) return whole
    const isNamed =
      isSecret(tagName) ||
      [...whole.matchAll(attribute)].some(
        ([, key = '', , , value = '']) => fieldKeys.includes(key.toLowerCase()) && isSecret(value),
      )
    return isNamed
      ? whole.replaceAll(attribute, (pair, key: string, sign: string, quote: string) =>
          /^(?:value|content)$/i.test(key) ? key + sign + quote + hidden : pair,
        )
      : whole
  })

const tag = /<([\w:.-]+)\s(?:"[^"<]*"?|'[^'<]*'?|[^<>"']+)*/g
const attribute =
  /(?<![\w:.-])([\w:.-]+)(\s{0,9}=\s{0,9})(\\{0,31}["']?)((?<=")[^"]*?(?=\\{0,31}"|$)|(?<=')[^']*?(?=\\{0,31}'|$)|[^\s"'<>/\\]*)/g
