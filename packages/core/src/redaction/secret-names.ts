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
 * Returns a test that tells if the value of a name is a secret. Case, `_`, `-` and spaces make no
 * difference. `fields` are names of the application's own, which must fit whole. With `usual` the
 * usual names count too. They also count at the end of a longer name: `dbPassword`, `X-Api-Key`.
 */
export function createNameTest(
  usual: boolean,
  fields: readonly string[],
): (name: string) => boolean {
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
 * Tells if a name of the usual ones also names ordinary data: a currency's `token`, a `cookie` of a
 * bakery, a `secret` of a story. Its numbers stay, and its objects are searched.
 */
export const isLooseName = (name: string): boolean =>
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
