const minLength = 32

/**
 * An `authorize` for services that hold a token: `authorization: Bearer <token>` is the subject whose
 * token it is. Tokens are compared by their SHA-256, all of them and to the end, so that the time
 * taken tells nothing.
 *
 * @param tokens From the subject to its token, of at least 32 characters.
 * @throws TypeError for a weak token; its text is not in the message.
 *
 * @example
 * createProxy({ authorize: tokenAuth({ reports: process.env.REPORTS_TOKEN }), … })
 */
export function tokenAuth(
  tokens: Readonly<Record<string, string | undefined>>,
): (request: Request) => Promise<string | undefined> {
  const entries = Object.entries(tokens)
  if (entries.length === 0) throw new TypeError('tokenAuth: `tokens` is empty. Name at least one.')
  const known = entries.map(([subject, token = '']) => {
    if (token.length < minLength) {
      throw new TypeError(
        `tokenAuth: the token of \`${subject}\` has ${token.length} characters, so it could be guessed. Use at least ${minLength} random ones.`,
      )
    }
    return { subject, digest: digestOf(token) }
  })
  return async ({ headers }) => {
    const [, token = ''] = /^bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const given = await digestOf(token)
    let found: string | undefined
    for (const { subject, digest } of known) if (isSame(given, await digest)) found = subject
    return found
  }
}

const digestOf = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0)
  return difference === 0
}
