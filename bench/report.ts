import { readFileSync, writeFileSync } from 'node:fs'
import { toEconomyTables, toFlipsTable } from './economy/tables.ts'
import { type Figure, toMarkdown, toRows } from './figure.ts'
import type { Result } from './results.ts'
import { againstLimit } from './sizes/size-figures.ts'
import { readKept, toKeptTables } from './tasks/results.ts'

/** The pages that quote results, with a function for the text between each pair of marks. */
export const reports: Readonly<
  Record<string, Readonly<Record<string, (results: readonly Result[]) => string>>>
> = {
  'README.md': { figures: headlines },
  'bench/README.md': {
    figures: everything,
    economy: economyTables,
    tasks: () => toKeptTables(readKept()),
  },
  'docs/guides/prompt-economy.md': { flips: flipsTable },
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

/** Returns the figures that the README quotes: the loop and the first load, as two sentences. */
function headlines(results: readonly Result[]): string {
  const figureOf = (suite: string, what: string, against: string): Figure => {
    const found = results.flatMap((result) => (result.suite === suite ? result.figures : []))
    const figure = found.find((one) => one.what === what && one.against.startsWith(against))
    if (!figure) throw new Error(`The suite ${suite} has no ${what} against ${against}.`)
    return figure
  }
  const loop = peers.map((peer) => figureOf('iteration', 'iteration with one call', peer))
  const floor = figureOf('iteration', 'iteration with one call', 'floor')
  const others = loop.map(({ against, theirs }) => `\`${against}\` ${theirs}`)
  const [hooks, widget] = ['the hooks, first load', 'the widget, closed'].map(
    (what) => figureOf('sizes', what, againstLimit('Vite')).ours.split(' in ')[0],
  )
  const used = results.filter(({ suite }) => suite === 'iteration')
  return [
    `An iteration with one call takes ${loop[0]?.ours} of CPU time, ${floor.ratio.toFixed(1)} times a bare loop of thirty lines (${others.join(', ')}).`,
    `The hooks add ${hooks} to the first load, the closed widget ${widget} (Vite, compressed).`,
    sourcesOf(used),
  ].join('\n')
}

/** The products that the README compares the loop with. */
const peers = ['ai ', '@tanstack/ai', '@openai/agents'] as const

/** Returns the tables of what a step sends and costs. */
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
