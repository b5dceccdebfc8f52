import { checkOptions } from '../../options/check-names.ts'
import { isJsonObject } from '../../json/json.ts'
import type { AgentPlugin } from '../../plugins.ts'
import { misuse } from '../../options/misuse.ts'
import type { Redaction } from '../../ports.ts'
import { fieldKeys, hideNamedValues } from './named-values.ts'
import { anyKey, hidden } from './secrets.ts'

/** The options that define a secret. */
export interface RedactionOptions {
  /**
   * The names of fields whose values are secrets, in addition to the usual ones (`password`,
   * `apiKey`, `cookie`, …). Case, `_` and `-` make no difference. Each name must fit whole; the
   * usual names also count at the end of a longer name, such as `dbPassword`.
   */
  readonly fields?: readonly string[] | undefined
  /**
   * The patterns of secrets in a text or a number, in addition to the usual forms of keys. They
   * also run on other people's text, so avoid repeats inside each other, such as `(\w+-)+x`. A
   * pattern that is slow for such text stops the page while it runs.
   */
  readonly patterns?: readonly RegExp[] | undefined
  /** False to leave out the usual fields and forms of keys. Default true. */
  readonly defaults?: boolean | undefined
}

/**
 * Creates the plug-in that removes secrets. It removes secrets from contexts, tool results, errors
 * and reasons of tools that are off, before the model, the history or a storage gets them. Events
 * keep the tool's own value.
 *
 * It finds secrets by the names of fields and by the forms of keys, so it finds most of them and
 * not all. Mark a known secret with `redact()`, or do not return it. At most 1,000,000 characters
 * of one text are read, and what follows is left out. Throws `AgentError` if an entry of `patterns`
 * is not a regular expression, or one of `fields` is no text.
 *
 * @example
 * createAgent({ model, use: [redaction({ fields: ['salary'], patterns: [/EMP-\d{6}/] })] })
 */
export function redaction(options: RedactionOptions = {}): AgentPlugin & Redaction {
  checkOptions('`redaction`', options, { defaults: '', fields: 'keys names', patterns: 'regexps' })
  const { fields = [], patterns = [], defaults = true } = options
  checkList('patterns', patterns, (pattern) => pattern instanceof RegExp)
  checkList('fields', fields, (name) => typeof name === 'string')
  const isSecret = createNameTest(defaults, fields)
  const isOwn = createNameTest(false, fields)
  const isLoose = (name: string): boolean => isLooseName(name) && !isOwn(name)
  const own = patterns.map(toGlobal)
  const hideShapes = (text: string, shapes: readonly RegExp[]): string =>
    shapes.reduce((rest, shape) => rest.replaceAll(shape, hidden), text)
  const shapes = [...(defaults ? [anyKey] : []), ...own]
  const hide = (text: string): string =>
    hideNamedValues(hideShapes(text, shapes), { isSecret, isLoose })
  return {
    name: 'redaction',
    redact: (text, maxCharacters = 1_000_000) => {
      let left = maxCharacters
      const inText = (given: string): string => {
        const room = left
        left = Math.max(0, room - given.length)
        return given.length <= room ? hide(given) : dropEnd(hide(given.slice(0, room))) + leftOut
      }
      const keys = new Map<string, string>()
      const inKey = (key: string): string => {
        const made = keys.get(key) ?? inText(key)
        keys.set(key, made)
        return made
      }
      // A string is often JSON, such as the body of a response in the message of an error.
      const inString = (given: string): string =>
        /^\s*[[{"]/.test(given) ? inJson(given) : inText(given)
      const inNumber = (given: number): unknown =>
        hideShapes(String(given), own) === String(given) ? given : hidden
      const isNamed = (key: unknown): key is string => typeof key === 'string' && isSecret(key)
      const inValue = (value: unknown, isInLoose = false): unknown => {
        if (typeof value === 'string') return inString(value)
        if (typeof value === 'number') return inNumber(value)
        if (Array.isArray(value)) {
          return value.every(isEntry) ? value.map(inEntry) : inItems(value)
        }
        if (!isJsonObject(value)) return value
        const fieldName =
          'value' in value || 'values' in value
            ? fieldKeys.map((key) => value[key]).find(isNamed)
            : undefined
        return Object.fromEntries(
          Object.entries(value).map(([key, inner]) => {
            const name = isNamed(key) ? key : isFieldValue(key) ? fieldName : undefined
            return [inKey(key), inMember(key, name, inner, isInLoose)]
          }),
        )
      }
      const inMember = (
        key: string,
        name: string | undefined,
        value: unknown,
        isInLoose: boolean,
      ): unknown => {
        if (name !== undefined) return inNamed(name, value)
        if (isInLoose && typeof value === 'string' && (isFieldValue(key) || isKeyLike(value))) {
          return hidden
        }
        return isRaw(key) && Array.isArray(value)
          ? inPairs(value)
          : inValue(value, isInLoose && isJsonObject(value))
      }
      const inNamed = (name: string, value: unknown): unknown => {
        if (isNothing(value)) return value
        const isData = typeof value === 'number' || isJsonObject(value)
        return isData && isLoose(name) ? inValue(value, true) : hidden
      }
      const inItems = (list: readonly unknown[]): unknown[] => list.map((item) => inValue(item))
      const inEntry = ([key, value]: readonly [string, unknown]): unknown[] =>
        isNamed(key) && !/\s/.test(key)
          ? [inValue(key), inNamed(key, value)]
          : inItems([key, value])
      const inPairs = (list: readonly unknown[]): unknown[] =>
        list.map((item, at) => {
          const name = at % 2 === 1 ? list[at - 1] : undefined
          return isNamed(name) ? inNamed(name, item) : inValue(item)
        })
      const inJson = (json: string): string => {
        try {
          return JSON.stringify(inValue(JSON.parse(json)))
        } catch {
          return inText(json)
        }
      }
      return inJson(text)
    },
  }
}

/** Throws `AgentError` for a list that would find no secret, all of it or one of its entries. */
function checkList(
  option: 'fields' | 'patterns',
  list: readonly unknown[],
  isEntry: (each: unknown) => boolean,
): void {
  if (!Array.isArray(list) || !list.every(isEntry)) throw misuse('redaction', [option])
}

const isFieldValue = (key: string): boolean => key === 'value' || key === 'values'

/** Whether a list has names and values in turns, as Node has the headers of a request. */
const isRaw = (key: string): boolean => key === 'rawHeaders' || key === 'rawTrailers'

/** Whether a string is more like a key than like a word. */
const isKeyLike = (value: string): boolean =>
  /^(?=\S*(?:\d|[a-z][A-Z]))\S{6,}$|^\S{16,}$/.test(value)

/** Whether a list is a pair, such as one of `Object.entries`. */
const isEntry = (value: unknown): value is readonly [string, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string'

/** Whether a value is too little to be a secret. */
const isNothing = (value: unknown): boolean => value === null || typeof value === 'boolean'

const leftOut = '…[left out: too long to be searched for secrets]'

/**
 * Drops the end of a text that was cut: a secret may have begun there, and its beginning has no
 * form that could be found.
 */
function dropEnd(text: string): string {
  const most = Math.max(0, text.length - 8_192)
  let end = Math.max(0, text.length - 256)
  while (end > most && /[!-~]/.test(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

const toGlobal = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)

/** The names of fields whose values are secrets, also at the end of a longer name. */
const endings =
  'password passwd pwd passphrase passcode otp secret secrets clientSecret secretKey privateKey apiKey apiKeys passwords accessKey signingKey encryptionKey token accessToken refreshToken idToken authToken sessionToken csrfToken authorization cookie setCookie credential credentials cardNumber ccNumber cvv cvc cardCode iban ssn userPin cardPin newPin oldPin loginPin accessPin simPin'.split(
    ' ',
  )

/** The names that are secrets only if they stand alone: other names end with them too. */
const alone = ['pin', 'cookies']

/** The words before `token` that make it one of paging, of parsing or of design. */
const harmlessTokens = new Set(
  'page next prev previous continuation continue sync skip cursor cancel cancellation design color stop start begin end max min pad eos bos per'.split(
    ' ',
  ),
)

/** The most characters of a name that are read, from its end. */
const maxName = 100

/** The most names of which the answer is kept. */
const maxKnown = 1_000

/**
 * Returns a test that says whether the value of a name is a secret. Case, `_`, `-` and spaces make
 * no difference. `fields` are names of the application's own, which must fit whole. With `usual`
 * the usual names count too. They also count at the end of a longer name: `dbPassword`,
 * `X-Api-Key`.
 */
function createNameTest(usual: boolean, fields: readonly string[]): (name: string) => boolean {
  const whole = new Set([...fields, ...(usual ? alone : [])].map(plain).filter(Boolean))
  const last = new Set(usual ? endings.map(plain) : [])
  // Names this long are in no other word, so they also count where no capital begins them.
  const long = [...last].filter(({ length }) => length >= 8)
  const find = (name: string): boolean => {
    const all = plain(name)
    if (whole.has(all)) return true
    const words = wordsOf(name)
    if (words.at(-1) === 'token' && harmlessTokens.has(words.at(-2) ?? '')) return false
    return (
      last.has(all) ||
      words.some((_, at) => last.has(words.slice(at).join(''))) ||
      long.some((ending) => all.endsWith(ending))
    )
  }
  const known = new Map<string, boolean>()
  return (given) => {
    const name = given.slice(-maxName)
    let answer = known.get(name)
    if (answer === undefined) {
      answer = find(name)
      if (known.size >= maxKnown) known.clear()
      known.set(name, answer)
    }
    return answer
  }
}

/**
 * Whether a name of the usual ones also names ordinary data: a currency's `token`, a `cookie` of a
 * bakery, a `secret` of a story. Its numbers stay, and its objects are searched.
 */
const isLooseName = (name: string): boolean =>
  /^(?:\S.{0,80}\s)?(?:cookie|token|secret)$/i.test(name)

/** Returns the words of a name in lower case, without a number at its end. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word, at, { length }) => (at === length - 1 ? word.replace(/\d+$/, '') : word))
    .filter(Boolean)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
