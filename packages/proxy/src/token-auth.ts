const minLength = 32

/**
 * Creates an `authorize` for services that hold a token. A request with
 * `authorization: Bearer <token>` comes from the subject of that token. Compares the token with
 * every known one, by the platform's own verification of an HMAC, so the time of a comparison
 * reveals nothing.
 *
 * @param tokens The token of each subject, at least 32 characters long.
 * @throws TypeError for a weak token. The message does not hold the token.
 *
 * @example
 * createProxy({ authorize: tokenAuth({ reports: process.env.REPORTS_TOKEN }), … })
 */
export function tokenAuth(
  tokens: Readonly<Record<string, string | undefined>>,
): (request: Request) => Promise<string | undefined> {
  const entries = Object.entries(tokens)
  if (entries.length === 0) throw new TypeError('tokenAuth: `tokens` is empty. Name at least one.')
  for (const [subject, token = ''] of entries) {
    if (token.length >= minLength) continue
    throw new TypeError(
      `tokenAuth: the token of \`${subject}\` has ${token.length} characters, so it could be guessed. Use at least ${minLength} random ones.`,
    )
  }
  const known = new Map<string | undefined, string>()
  for (const [subject, token] of entries) {
    const other = known.get(token)
    if (other !== undefined) {
      throw new TypeError(
        `tokenAuth: \`${other}\` and \`${subject}\` have the same token, so one could not be told from the other. Give each its own.`,
      )
    }
    known.set(token, subject)
  }
  // Not before the first request: some platforms have no random numbers until then.
  let signing: Promise<Signed> | undefined
  return async ({ headers }) => {
    signing ??= sign(entries)
    const { key, known } = await signing
    const [, token = ''] = /^bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const given = toBytes(token)
    let found: string | undefined
    for (const { subject, signature } of known) {
      if (await crypto.subtle.verify('HMAC', key, signature, given)) found = subject
    }
    return found
  }
}

interface Signed {
  key: CryptoKey
  known: readonly { subject: string; signature: ArrayBuffer }[]
}

const toBytes = (text: string): BufferSource => new TextEncoder().encode(text)

/** Signs the tokens with a new random key, which only this process knows. */
async function sign(tokens: readonly [string, string | undefined][]): Promise<Signed> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify'])
  const known = tokens.map(async ([subject, token = '']) => ({
    subject,
    signature: await crypto.subtle.sign('HMAC', key, toBytes(token)),
  }))
  return { key, known: await Promise.all(known) }
}
