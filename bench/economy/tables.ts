import { type Figure, toMarkdown } from '../figure.ts'

/** The names of the figures that the guide quotes. */
export const upAStep = 'sent up a step'
export const paidAStep = 'prompt tokens paid a step'
export const toLastStep = 'to the end of step 12'

/** Returns the words for the size of a task, which end the name of a figure. */
export const toSize = (tools: number, messages: number): string =>
  `${tools} tools, ${messages} messages before`

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
  return toMarkdown([['link', 'Ambit', ...first.map(({ against }) => against)], ...rows])
}
