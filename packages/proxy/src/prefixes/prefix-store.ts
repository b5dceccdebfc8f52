/**
 * A store of parts of calls: lists of tools, and the first messages of conversations, as JSON. Each
 * is kept for one person under the SHA-256 of its text. The proxy checks the hash of what it gets.
 */
export interface PrefixStore {
  /**
   * The most bytes that the store keeps for one person. The proxy asks for parts of calls only if
   * they fit together. Default: no bound.
   */
  readonly maxBytesPerSubject?: number | undefined
  /**
   * Returns a text that was kept for a person. Undefined or null if it is not there, or no more.
   * Never returns what was kept for another one.
   *
   * @param sha256 64 lower-case hexadecimal digits.
   */
  get: (subject: string, sha256: string) => Promise<string | null | undefined>
  /** Keeps a text for a person, for a bounded time. A store may drop a text at any time. */
  set: (subject: string, sha256: string, text: string) => Promise<void>
}
