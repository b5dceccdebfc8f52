import type { User } from '../shared/user.ts'
import type { Queries } from './database.ts'
import { createToken, hashToken, isPassword } from './passwords.ts'

const cookieName = 'back_office_session'
const hours = 8

/** Opens a session, and returns its cookie. Returns undefined for a wrong address or password. */
export async function openSession(
  { query }: Queries,
  email: string,
  password: string,
): Promise<string | undefined> {
  const [user] = await query<{ id: string; password: string }>(
    'select id, password from users where email = $1',
    [email.toLowerCase()],
  )
  // An unknown address takes as long as a wrong password.
  const isRight = isPassword(password, user?.password ?? `none:${'0'.repeat(64)}`)
  if (!user || !isRight) return undefined
  const { token, tokenHash } = createToken()
  await query('delete from sessions where expires_at < now()')
  await query(
    `insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '${hours} hours')`,
    [tokenHash, user.id],
  )
  return toCookie(token, hours * 3600)
}

/** Ends the session of a request, and returns the cookie that removes the request's cookie. */
export async function closeSession({ query }: Queries, request: Request): Promise<string> {
  const token = tokenOf(request)
  if (token) await query('delete from sessions where token_hash = $1', [hashToken(token)])
  return toCookie('', 0)
}

/** Finds the user who sent a request. */
export async function userOf({ query }: Queries, request: Request): Promise<User | undefined> {
  const token = tokenOf(request)
  if (!token) return undefined
  const [user] = await query<User>(
    `select users.id, name, email, role from sessions join users on users.id = user_id
     where token_hash = $1 and expires_at > now()`,
    [hashToken(token)],
  )
  return user
}

/** Finds a user by their id. */
export async function findUser({ query }: Queries, id: string): Promise<User | undefined> {
  const [user] = await query<User>('select id, name, email, role from users where id = $1', [id])
  return user
}

function tokenOf(request: Request): string | undefined {
  const cookies = request.headers.get('cookie')?.split(/;\s*/) ?? []
  return cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
}

/**
 * Returns the cookie of a session. Scripts cannot read the cookie, and requests of other sites do
 * not carry it.
 */
const toCookie = (token: string, maxAgeSeconds: number): string =>
  `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`
