import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A test, and the requirements it names. */
interface Named {
  numbers: string[]
  text: string
}

/** Every text in these tests that begins with the numbers of requirements. */
function namedTests(tests: string | string[]): Named[] {
  return globSync(tests)
    .toSorted()
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/(['"`])((?:[A-Z]\d+ )+)((?:(?!\1).)+)\1/g)].map(
        ([, , numbers = '', text = '']) => ({
          numbers: numbers.trim().split(' '),
          text: `${text.replaceAll('|', '\\|').replaceAll(/\$\{[^}]*\}/g, '…')} (${basename(path)})`,
        }),
      ),
    )
}

/** Requirements, and the tests that prove each, as a Markdown table. */
export function requirementTable(
  requirements: Readonly<Record<string, string>>,
  tests: string | string[],
): string {
  const named = namedTests(tests)
  const rows = Object.entries(requirements).map(([number, what]) => {
    const proofs = named.filter(({ numbers }) => numbers.includes(number)).map(({ text }) => text)
    const more = proofs.length > 3 ? `; and ${proofs.length - 3} more` : ''
    const shown = proofs.slice(0, 3).join('; ') + more
    return `| ${number} | ${what} | ${shown || 'no test'} |`
  })
  return ['| | is | shown by |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

/** A page with `table` where its table stands: below a comment that names `command`. */
export function withTable(text: string, command: string, table: string): string {
  const begin = `<!-- table: ${command} -->\n`
  const end = '<!-- /table -->'
  const [before = '', rest = ''] = text.split(begin)
  return `${before}${begin}${table}${end}${rest.slice(rest.indexOf(end) + end.length)}`
}
