import { ambit, ambitAtPort } from '../contestants/ambit.ts'
import { floor } from '../contestants/floor.ts'
import { peers } from '../contestants/peers.ts'
import { bytes, events } from '../contestants/reading.ts'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort } from '../measure.ts'
import type { Contestant } from '../task.ts'
import { toSubjects } from './to-subjects.ts'

/** The cost of a streaming iteration with one call, compared with the peers and the floor. */
export const iteration: Suite = {
  name: 'iteration',
  run: async (isFull, rivals = peers) => [
    ...(await compare('iteration with one call', 10, isFull, rivals)),
    ...(await compare('whole run: one call, then the answer', 1, isFull, rivals)),
  ],
}

async function compare(
  what: string,
  iterations: number,
  isFull: boolean,
  rivals: readonly Contestant[],
): Promise<Figure[]> {
  const all = [ambit, ambitAtPort, bytes, events, floor, ...rivals]
  const subjects = await toSubjects(all, { iterations, calls: 1, tools: 1, words: 6 }, iterations)
  const us = await measure(subjects, isFull ? fullEffort : shortEffort)
  const ours = us(ambit.name)
  const fastest = Math.min(...rivals.map(({ name }) => us(name)))
  return [
    toFigure(what, ours, floor.name, us(floor.name), 3),
    ...rivals.map(({ name }) =>
      toFigure(what, ours, name, us(name), us(name) === fastest ? 1 / 8 : undefined),
    ),
    ...[ambitAtPort, events, bytes].map(({ name }) => toFigure(what, ours, name, us(name))),
  ]
}
