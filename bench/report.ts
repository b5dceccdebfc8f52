import { readFileSync, writeFileSync } from 'node:fs'
import { toEconomyTables, toFlipsTable } from './economy/tables.ts'
import { type Figure, toMarkdown, toRows } from './figure.ts'
import type { Result } from './results.ts'
import { againstLimit } from './sizes/size-figures.ts'

/** The pages that quote results, with a function for the text between each pair of marks. */
export const reports: Readonly<
  Record<string, Readonly<Record<string, (results: readonly Result[]) => string>>>
> = {
  'README.md': { sizes: sizesByBundler, figures: headlines },
  'bench/README.md': { figures: everything },
  'docs/guides/prompt-economy.md': { flips: flipsTable, economy: economyTables },
}

/**
 * Returns a page with these results in it.
 *
 * @throws when the page has no place for them.
 */
export function withResults(page: string, results: readonly Result[]): string {
  let text = readFileSync(page, 'utf8')
  for (const [name, report] of Object.entries(reports[page] ?? {})) {
    const [opening, closing] = [`<!-- ${name}, by \`pnpm bench --write\` -->`, `<!-- /${name} -->`]
    const [before, rest] = text.split(`${opening}\n`)
    const [, after] = rest?.split(closing) ?? []
    if (after === undefined) throw new Error(`${page} has no place for ${name}: ${opening}`)
    text = `${before}${opening}\n\n${report(results)}\n\n${closing}${after}`
  }
  return text
}

/** Writes results into every page that quotes them. */
export function writeReports(results: readonly Result[]): void {
  for (const page of Object.keys(reports)) writeFileSync(page, withResults(page, results))
}

/** The sizes that the README quotes. */
const loaded = new Set([
  'the hooks, first load',
  'the hooks, after a message',
  'the widget, closed',
  'the widget, opened',
  'the widget, after a call and an answer',
  'everything ambit exports',
  'createProxy, first load',
])

/** Returns the sizes as a table, with a column for each bundler. */
function sizesByBundler(results: readonly Result[]): string {
  const all = results.flatMap((result) => (result.suite === 'sizes' ? result.figures : []))
  const figures = all.filter(({ what }) => loaded.has(what))
  const bundlers = ['Vite', 'esbuild'] as const
  const rows = [...Map.groupBy(figures, ({ what }) => what)].map(([what, found]) => [
    what,
    ...bundlers.map(
      (bundler) => found.find(({ against }) => against === againstLimit(bundler))?.ours ?? '',
    ),
  ])
  return toMarkdown([['', ...bundlers], ...rows])
}

const product = /^(ai |@tanstack\/ai|@openai\/agents|useChat|assistant-ui|CopilotKit)/

/** The speeds that the README quotes: the loop, the tools and the widget. */
const chosen: readonly (readonly [suite: string, what: string])[] = [
  ['iteration', 'iteration with one call'],
  ['browser', 'mount 1,000 tools'],
  ['widget', '2,000 deltas, 200 messages before'],
]

/** Returns the chosen comparisons with other products as a table, one row each. */
function headlines(results: readonly Result[]): string {
  const used = chosen.flatMap(([suite, what]) =>
    results.flatMap((result) => (result.suite === suite ? [{ result, what }] : [])),
  )
  const rows = used.map(({ result: { figures }, what }) => {
    const peers = figures.filter((one) => one.what === what && product.test(one.against))
    return [what, peers[0]?.ours ?? '', peers.map(beside).join('<br>')]
  })
  const table = toMarkdown([['', 'Ambit', 'others, and how many times as much'], ...rows])
  return `${table}\n\n${sourcesOf(used.map(({ result }) => result))}`
}

const beside = ({ against, theirs, ratio }: Figure): string =>
  `${against} ${theirs} (${times(1 / ratio)})`

const times = (factor: number): string => `${factor.toFixed(factor < 10 ? 1 : 0)} ×`

/** Returns the tables of the guide to prompt economy. */
function economyTables(results: readonly Result[]): string {
  const used = results.filter(({ suite }) => suite === 'economy')
  return `${toEconomyTables(used.flatMap(({ figures }) => figures))}\n\n${sourcesOf(used)}`
}

/** Returns the table of tools that go off and on. Its figures depend on no machine. */
function flipsTable(results: readonly Result[]): string {
  const used = results.filter(({ suite }) => suite === 'economy')
  return toFlipsTable(used.flatMap(({ figures }) => figures))
}

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
