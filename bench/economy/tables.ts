import { type Figure, toMarkdown } from '../figure.ts'

/** The names of the figures that the guide quotes. */
export const upAStep = 'sent up a step'
export const paidAStep = 'prompt tokens paid a step'
export const toLastStep = 'to the end of step 12'

/** Returns the words for the size of a task, which end the name of a figure. */
export const toSize = (tools: number, messages: number): string =>
  `${tools} tools, ${messages} messages before`

/** The numbers of tools whose flips are compared. */
export const flipCounts = [12, 50, 200] as const

/** Returns the name of a figure about tools that go off and on. */
export const toFlips = (tools: number, flips: 'rare' | 'constant'): string =>
  `${paidAStep}, ${tools} tools, ${flips} flips`

/** Returns the figures about flips as a table, with a row for each tool list. */
export function toFlipsTable(figures: readonly Figure[]): string {
  const columns = flipCounts.flatMap((tools) =>
    (['rare', 'constant'] as const).map((flips) => {
      const found = figures.filter(({ what }) => what === toFlips(tools, flips))
      return { head: `${tools} tools, ${flips}`, found }
    }),
  )
  const lists = new Set(columns.flatMap(({ found }) => found.map(({ against }) => against)))
  const rows = [...lists].map((list) => [
    `\`${list.replace('Ambit, ', '')}\``,
    ...columns.map(({ found }) => found.find(({ against }) => against === list)?.theirs ?? ''),
  ])
  return toMarkdown([
    ['', ...columns.map(({ head }) => head)],
    ['the default', ...columns.map(({ found }) => found[0]?.ours ?? '')],
    ...rows,
  ])
}

/** Returns the figures of the suite as the tables of the guide. */
export const toEconomyTables = (figures: readonly Figure[]): string =>
  [
    'Sent from the page in a step, with 100 messages before:',
    bySize(figures, upAStep),
    'Tokens of a prompt as they are paid in a step, with 100 messages before:',
    bySize(figures, paidAStep),
    'Time to the end of the twelfth step, with 50 tools. A link has the time of a round trip, and a rate up:',
    byLink(figures),
  ].join('\n\n')

/** Returns a table with a row for each product and a column for each number of tools. */
function bySize(figures: readonly Figure[], name: string): string {
  const sizes = [5, 50, 200, 1_000]
    .map((tools) => ({ tools, what: `${name}, ${toSize(tools, 100)}` }))
    .filter(({ what }) => figures.some((one) => one.what === what))
  const whats = new Set(sizes.map(({ what }) => what))
  const products = new Set(
    figures.filter(({ what }) => whats.has(what)).map(({ against }) => against),
  )
  const ours = sizes.map(({ what }) => figures.find((one) => one.what === what)?.ours ?? '')
  const rows = [...products].map((product) => [
    product,
    ...sizes.map(
      ({ what }) =>
        figures.find((one) => one.what === what && one.against === product)?.theirs ?? '',
    ),
  ])
  const head = ['', ...sizes.map(({ tools }) => `${tools} tools`)]
  return toMarkdown([head, ['Ambit', ...ours], ...rows])
}

/** Returns a table with a row for each link and a column for each product. */
function byLink(figures: readonly Figure[]): string {
  const raced = Map.groupBy(
    figures.filter(({ what }) => what.startsWith(toLastStep)),
    ({ what }) => what.slice(`${toLastStep}, `.length),
  )
  const [first = []] = raced.values()
  const rows = [...raced].map(([link, found]) => [
    link,
    found[0]?.ours ?? '',
    ...found.map(({ theirs }) => theirs),
  ])
  return toMarkdown([
    ['link', 'Ambit, steadyTools()', ...first.map(({ against }) => against)],
    ...rows,
  ])
}
