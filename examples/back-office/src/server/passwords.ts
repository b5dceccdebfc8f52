import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/** Hashes a password for the database: the salt, and the scrypt key. */
export function hashPassword(
  password: string,
  salt: string = randomBytes(16).toString('hex'),
): string {
  return `${salt}:${scryptSync(password, salt, 32).toString('hex')}`
}

export function isPassword(password: string, stored: string): boolean {
  const [salt = '', key = ''] = stored.split(':')
  const given = scryptSync(password, salt, 32)
  const known = Buffer.from(key, 'hex')
  return known.length === given.length && timingSafeEqual(given, known)
}

/**
 * Creates the token of a session, and the hash to store. A user who reads the table cannot sign
 * in.
 */
export function createToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
