/** Returns words as they read: without links, emphasis and marks of code. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Joins the cells of the row of a table. */
const rowOf = (line: string): string =>
  line
    .split('|')
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' · ')

/**
 * Returns the sentences of a Markdown page, as they read. An entry of a list and the row of a table
 * end a sentence. Headings, also those of tables, and blocks of code have none.
 */
export function sentencesOf(markdown: string): string[] {
  const blocks = markdown
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .replaceAll(/^#+ .*$/gm, '')
    .replaceAll(/^\|.*\|\n\|[\s|-]*\|$/gm, '')
    .replaceAll(/^\|.*\|$/gm, (line) => `\n${rowOf(line)}\n`)
    .replaceAll(/^(?:[-*]|\d+\.) /gm, '\n')
    .split(/\n\s*\n/)
  return blocks.flatMap((block) =>
    block
      .replaceAll(/\s+/g, ' ')
      .split(/(?<=[.?!]\)?) (?=["“*`<[A-Z])/)
      .map(plain)
      .filter((sentence) => /\w/.test(sentence)),
  )
}
