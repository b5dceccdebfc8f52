/** Makes ids: each call returns one that no other call, tab or process returns. */
export type CreateId = () => string

let prefix: string | undefined
let count = 0

/** Ids of a random prefix of 96 bits and a counter: unique without reading random bytes for each. */
export const nextId: CreateId = () => {
  prefix ??= Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('')
  return `${prefix}_${(++count).toString(36)}`
}
