import { ambit } from '../contestants/ambit.ts'
import { floor } from '../contestants/floor.ts'
import { peers } from '../contestants/peers.ts'
import { events } from '../contestants/reading.ts'
import { type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort, type Subject } from '../measure.ts'
import { search, type Task } from '../task.ts'
import { toSubjects } from './to-subjects.ts'

const task: Task = { iterations: 1, calls: 100, tools: 1, words: 6 }

/** The handlers alone, with each result written as the JSON for the model. */
const handlers: Subject = {
  name: 'the handlers alone',
  operations: task.calls,
  make: () => () => {
    let length = 0
    for (let at = 0; at < task.calls; at++) {
      const result = search({ query: 'lamp', limit: at, sort: 'price' })
      length += JSON.stringify(result).length
    }
    if (length === 0) throw new Error('Nothing was done.')
  },
}

/** The cost of each of 100 calls in one iteration: the time of the run divided by its calls. */
export const calls: Suite = {
  name: 'calls',
  async run(isFull, rivals = peers) {
    const all = [ambit, events, floor, ...rivals]
    const us = await measure(
      [handlers, ...(await toSubjects(all, task, task.calls))],
      isFull ? fullEffort : shortEffort,
    )
    const what = 'one of 100 calls'
    const ours = us(ambit.name)
    return [
      toFigure(
        `${what}, over the handlers and the wire`,
        ours - us(handlers.name) - us(events.name),
        'the budget',
        15,
        1,
      ),
      toFigure(`${what}, over the handlers`, ours - us(handlers.name), 'the budget', 15),
      ...[floor, ...rivals].map(({ name }) => toFigure(what, ours, name, us(name))),
      ...[handlers, events].map(({ name }) => toFigure(what, ours, name, us(name))),
    ]
  },
}
