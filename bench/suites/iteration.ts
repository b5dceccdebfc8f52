import { ambit } from '../contestants/ambit.ts'
import { floor } from '../contestants/floor.ts'
import { peers } from '../contestants/peers.ts'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort } from '../measure.ts'
import type { Task } from '../task.ts'

/** What an iteration with one call costs, streaming, against the peers and the floor. */
export const iteration: Suite = {
  name: 'iteration',
  run: async (isFull) => [
    ...(await compare('iteration with one call', 10, isFull)),
    ...(await compare('whole run: one call, then the answer', 1, isFull)),
  ],
}

async function compare(what: string, iterations: number, isFull: boolean): Promise<Figure[]> {
  const task: Task = { iterations, calls: 1, tools: 1, isSerialised: true }
  const subjects = [ambit, floor, ...peers].map((contestant) => ({
    name: contestant.name,
    make: contestant.prepare(task),
    operations: iterations,
  }))
  const us = await measure(subjects, isFull ? fullEffort : shortEffort)
  const fastest = Math.min(...peers.map(({ name }) => us(name)))
  return [
    toFigure(what, us(ambit.name), floor.name, us(floor.name), 3),
    ...peers.map(({ name }) =>
      toFigure(what, us(ambit.name), name, us(name), us(name) === fastest ? 1 / 8 : undefined),
    ),
  ]
}
