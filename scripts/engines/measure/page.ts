const marks = ['<!-- measured -->\n\n', '\n<!-- /measured -->'] as const

/**
 * Returns the page with this table between its marks.
 *
 * @throws when the page has no marks.
 */
export function withTable(page: string, table: string): string {
  const [before, rest] = page.split(marks[0])
  const [, after] = rest?.split(marks[1]) ?? []
  if (after === undefined) throw new Error(`The page has no ${marks[0].trim()}.`)
  return `${before}${marks[0]}${table}${marks[1]}${after}`
}
