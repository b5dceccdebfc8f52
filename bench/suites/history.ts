import { ambit, ambitAtPort } from '../contestants/ambit.ts'
import { floor } from '../contestants/floor.ts'
import { peers } from '../contestants/peers.ts'
import { type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort, type Subject } from '../measure.ts'
import type { Contestant } from '../task.ts'

/**
 * The cost of an iteration after many others. On the wire every request carries the whole history.
 * At the model port no request is written, so there the cost must not grow.
 */
export const history: Suite = {
  name: 'history',
  async run(isFull) {
    const others = isFull ? peers : []
    const subjects = [ambit, ambitAtPort, floor, ...others].flatMap((contestant) => [
      toSubject(contestant, 10),
      toSubject(contestant, 1_000),
    ])
    const us = await measure(
      await Promise.all(subjects),
      isFull ? { ...fullEffort, rounds: 5 } : { ...shortEffort, rounds: 5 },
    )
    const few = (contestant: Contestant) => us(toName(contestant, 10))
    const many = (contestant: Contestant) => us(toName(contestant, 1_000))
    const what = 'iteration of 1,000'
    const bare = `${what}, model port (body aside)`
    return [
      toFigure(bare, many(ambitAtPort), 'Ambit, iteration of 10', few(ambitAtPort), 1.5),
      toFigure(what, many(ambit), floor.name, many(floor), 3),
      toFigure('added by 1,000', many(ambit) - few(ambit), floor.name, many(floor) - few(floor)),
      ...others.map((peer) => toFigure(what, many(ambit), peer.name, many(peer))),
    ]
  },
}

const toName = ({ name }: Contestant, iterations: number): string => `${name} ${iterations}`

const toSubject = async (contestant: Contestant, iterations: number): Promise<Subject> => ({
  name: toName(contestant, iterations),
  make: await contestant.prepare({ iterations, calls: 1, tools: 1, words: 6 }),
  operations: iterations,
})
