/**
 * Returns any value as JSON data: a bigint by its digits, bytes by their number, and a cycle by
 * `"[Circular]"`. Throws if a getter or `toJSON` throws.
 */
export function toData(value: unknown): unknown {
  /** The objects around the value that is being written. */
  const around: unknown[] = []
  const json = JSON.stringify(
    value ?? null,
    function (this: unknown, _key: string, inner: unknown) {
      if (typeof inner === 'bigint') return String(inner)
      if (ArrayBuffer.isView(inner)) return `[${inner.byteLength} bytes]`
      while (around.length > 0 && around.at(-1) !== this) around.pop()
      if (around.includes(inner)) return '[Circular]'
      if (typeof inner === 'object' && inner !== null) around.push(inner)
      return inner
    },
  ) as string | undefined
  return JSON.parse(json ?? 'null')
}
