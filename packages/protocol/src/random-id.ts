/** Returns a random id of 128 bits. Pages without HTTPS have no `randomUUID`. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
