/**
 * Returns the source of an expression that runs a function, or its source, in a page. Its promise is
 * JSON: `{ value }`, or `{ error }` with the message. So each driver carries the same values.
 */
export function inPage(
  run: ((...args: never) => unknown) | string,
  args: readonly unknown[],
): string {
  return `(async () => {
    const args = ${JSON.stringify(args)}
    try {
      return JSON.stringify({ value: await (${run.toString()})(...args) })
    } catch (error) {
      return JSON.stringify({ error: String(error) })
    }
  })()`
}

/**
 * Returns the value of an outcome of {@link inPage}.
 *
 * @throws the error of the page.
 */
export function valueOf(outcome: string): unknown {
  const { value, error } = JSON.parse(outcome) as { value?: unknown; error?: string }
  if (error !== undefined) throw new Error(`In the page: ${error}`)
  return value
}
