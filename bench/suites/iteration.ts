import { ambit, ambitAtPort } from '../contestants/ambit.ts'
import { floor } from '../contestants/floor.ts'
import { peers } from '../contestants/peers.ts'
import { bytes, events } from '../contestants/reading.ts'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort } from '../measure.ts'
import { toSubjects } from './to-subjects.ts'

/** The cost of a streaming iteration with one call, compared with the peers and the floor. */
export const iteration: Suite = {
  name: 'iteration',
  run: async (isFull) => [
    ...(await compare('iteration with one call', 10, isFull)),
    ...(await compare('whole run: one call, then the answer', 1, isFull)),
  ],
}

async function compare(what: string, iterations: number, isFull: boolean): Promise<Figure[]> {
  const all = [ambit, ambitAtPort, bytes, events, floor, ...peers]
  const subjects = await toSubjects(all, { iterations, calls: 1, tools: 1, words: 6 }, iterations)
  const us = await measure(subjects, isFull ? fullEffort : shortEffort)
  const ours = us(ambit.name)
  const fastest = Math.min(...peers.map(({ name }) => us(name)))
  return [
    toFigure(what, ours, floor.name, us(floor.name), 3),
    ...peers.map(({ name }) =>
      toFigure(what, ours, name, us(name), us(name) === fastest ? 1 / 8 : undefined),
    ),
    ...[ambitAtPort, events, bytes].map(({ name }) => toFigure(what, ours, name, us(name))),
  ]
}
