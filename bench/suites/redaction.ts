import { redaction } from 'ambit/plugins'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort, type Subject } from '../measure.ts'

const size = 65_536
const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

const order = {
  id: 'order-1234',
  customer: 'Ada Lovelace',
  email: 'ada@example.com',
  total: 12.5,
  createdAt: '2026-01-02T03:04:05Z',
  note: 'Left at the door, as always: behind the pot.',
}

const ordinary: Readonly<Record<string, string>> = {
  prose: fill('The model said: all is fine, at 12:30 the price = 5 - and more of the same. '),
  rows: JSON.stringify(Array.from({ length: 350 }, (_, at) => ({ ...order, id: `order-${at}` }))),
  page: fill('<a class="x" data-id="12" href="https://example.com/a?b=c&d=e">Go on</a>\n'),
}

/** Pieces of texts that are made to be slow. */
const hostile = [
  'eyJ-',
  'eyJaaaaaaaa.',
  '://a:',
  'password: ',
  'password="',
  'api key: ',
  '<a ',
  '--a ',
]

/** The time for 64 kB of ordinary text, and for 64 kB of text that somebody made to be slow. */
export const redactions: Suite = {
  name: 'redaction',
  async run(isFull) {
    const plugin = redaction()
    const text = (json: string): string => plugin.redact(json)
    const subjectOf = ([name, given]: readonly [string, string]): Subject => ({
      name,
      make: () => () => text(given),
    })
    const slow = hostile.map((piece) => [`made of ${JSON.stringify(piece)}`, fill(piece)] as const)
    const subjects = [...Object.entries(ordinary), ...slow].map(subjectOf)
    const us = await measure(subjects, isFull ? fullEffort : shortEffort)
    const figure = (name: string, most: number): Figure =>
      toFigure(`64 kB, ${name}`, us(name), 'the budget', most * 1_000, 1)
    return [
      ...Object.keys(ordinary).map((name) => figure(name, 5)),
      ...slow.map(([name]) => figure(name, 50)),
    ]
  },
}
