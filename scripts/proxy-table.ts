import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { argv } from 'node:process'
import { requirements } from './proxy-requirements.ts'

/** Where the table stands. */
export const guide = 'docs/guides/proxy.md'
const begin = '<!-- table: node scripts/proxy-table.ts -->\n'
const end = '<!-- /table -->'

/** A test, and the requirements it names. */
interface Named {
  numbers: string[]
  text: string
}

/** Every text in the proxy's tests that begins with the numbers of requirements. */
function namedTests(): Named[] {
  return globSync('packages/proxy/src/**/*.test.ts')
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

/** The requirements and the tests that prove each, as the guide shows them. */
export function proxyTable(): string {
  const tests = namedTests()
  const rows = Object.entries(requirements).map(([number, what]) => {
    const proofs = tests.filter(({ numbers }) => numbers.includes(number)).map(({ text }) => text)
    const more = proofs.length > 3 ? `; and ${proofs.length - 3} more` : ''
    return `| ${number} | ${what} | ${proofs.length > 0 ? proofs.slice(0, 3).join('; ') + more : 'no test'} |`
  })
  return ['| | is | shown by |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

/** The guide with `table` where its table stands. */
export function withTable(text: string, table: string): string {
  const [before = '', rest = ''] = text.split(begin)
  return `${before}${begin}${table}${end}${rest.split(end)[1] ?? ''}`
}

if (argv[1]?.endsWith('proxy-table.ts')) {
  writeFileSync(guide, withTable(readFileSync(guide, 'utf8'), proxyTable()))
}
