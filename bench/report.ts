import { readFileSync, writeFileSync } from 'node:fs'
import { type Figure, toRows } from './figure.ts'
import type { Result } from './results.ts'

/** The pages that quote results, with the function that writes the text between the marks. */
export const reports: Readonly<Record<string, (results: readonly Result[]) => string>> = {
  'README.md': besidePeers,
  'bench/README.md': everything,
}

const [opening, closing] = ['<!-- figures, by `pnpm bench --write` -->', '<!-- /figures -->']

/**
 * Returns a page with these results in it.
 *
 * @throws when the page has no place for them.
 */
export function withResults(page: string, results: readonly Result[]): string {
  const text = readFileSync(page, 'utf8')
  const [before, rest] = text.split(`${opening}\n`)
  const [, after] = rest?.split(closing) ?? []
  if (after === undefined) throw new Error(`${page} has no place for figures: ${opening}`)
  return `${before}${opening}\n\n${reports[page]?.(results)}\n\n${closing}${after}`
}

/** Writes the results into every page that quotes them. */
export function writeReports(results: readonly Result[]): void {
  for (const page of Object.keys(reports)) writeFileSync(page, withResults(page, results))
}

const product = /^(ai |@tanstack\/ai|@openai\/agents|useChat|assistant-ui|CopilotKit)/

/** Returns the comparisons with other products as a table, one row each. */
function besidePeers(results: readonly Result[]): string {
  const rows = results.flatMap(({ suite, figures }) => {
    const peers = figures.filter(({ against }) => product.test(against))
    return [...Map.groupBy(peers, ({ what }) => what)].map(([what, [first, ...others]]) => [
      `\`${suite}\``,
      what,
      first?.ours ?? '',
      [first, ...others].flatMap((one) => (one ? [beside(one)] : [])).join('<br>'),
    ])
  })
  const table = toMarkdown([
    ['suite', 'what', 'Ambit', 'others, and how many times as much'],
    ...rows,
  ])
  return `${table}\n\n${sourcesOf(results)}`
}

const beside = ({ against, theirs, ratio }: Figure): string =>
  `${against} ${theirs} (${times(1 / ratio)})`

const times = (factor: number): string => `${factor.toFixed(factor < 10 ? 1 : 0)} ×`

/** Returns all figures with their targets as a table. */
function everything(results: readonly Result[]): string {
  const rows = results.flatMap(({ suite, figures }) =>
    toRows(figures).map((row) => [`\`${suite}\``, ...row]),
  )
  const head = ['suite', 'what', 'Ambit', 'against', 'theirs', 'ratio', 'target', '']
  return `${toMarkdown([head, ...rows])}\n\n${sourcesOf(results)}`
}

/** Returns the days and the machines of the measurements. */
function sourcesOf(results: readonly Result[]): string {
  const sources = Map.groupBy(
    results,
    ({ measuredOn, machine, isFull }) => `${measuredOn} on ${machine}${isFull ? ', `--full`' : ''}`,
  )
  if (sources.size === 1) return `Measured ${[...sources.keys()].join('')}.`
  const each = [...sources].map(([source, some]) => {
    return `${some.map(({ suite }) => `\`${suite}\``).join(', ')} ${source}`
  })
  return `Measured: ${each.join('; ')}.`
}

function toMarkdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
