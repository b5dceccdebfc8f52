import { ambit } from '../contestants/ambit.ts'
import { floor } from '../contestants/floor.ts'
import { peers } from '../contestants/peers.ts'
import { type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort } from '../measure.ts'
import type { Task } from '../task.ts'

const task: Task = { iterations: 1, calls: 100, tools: 1, isSerialised: true }

/** What each of 100 calls in one iteration costs: the whole run by its calls. The handler does next to nothing. */
export const calls: Suite = {
  name: 'calls',
  async run(isFull) {
    const us = await measure(
      [ambit, floor, ...peers].map(({ name, prepare }) => ({
        name,
        make: prepare(task),
        operations: task.calls,
      })),
      isFull ? fullEffort : shortEffort,
    )
    const ours = us(ambit.name)
    return [
      toFigure('one of 100 calls', ours, 'the budget', 15, 1),
      ...[floor, ...peers].map(({ name }) => toFigure('one of 100 calls', ours, name, us(name))),
    ]
  },
}
