import { ambit } from '../contestants/ambit.ts'
import { floor } from '../contestants/floor.ts'
import { peers } from '../contestants/peers.ts'
import { type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort, type Subject } from '../measure.ts'
import type { Contestant } from '../task.ts'

/**
 * Whether an iteration costs the same however many came before it. Requests are not written as JSON: that is the provider's part, and grows with
 * what it must carry.
 */
export const history: Suite = {
  name: 'history',
  async run(isFull) {
    const others = isFull ? peers : []
    const subjects = [ambit, floor, ...others].flatMap((contestant) => [
      toSubject(contestant, 10),
      toSubject(contestant, 1_000),
    ])
    const us = await measure(subjects, isFull ? { ...fullEffort, rounds: 5 } : shortEffort)
    const [few, many] = [us(toName(ambit, 10)), us(toName(ambit, 1_000))]
    const [floorFew, floorMany] = [us(toName(floor, 10)), us(toName(floor, 1_000))]
    return [
      toFigure('iteration of 1,000', many, 'Ambit, iteration of 10', few, 1.5),
      toFigure('iteration of 1,000', many, floor.name, floorMany, 3),
      toFigure('added by 1,000 iterations', many - few, floor.name, floorMany - floorFew),
      ...others.map((peer) =>
        toFigure('iteration of 1,000', many, peer.name, us(toName(peer, 1_000))),
      ),
    ]
  },
}

const toName = ({ name }: Contestant, iterations: number): string => `${name} ${iterations}`

const toSubject = (contestant: Contestant, iterations: number): Subject => ({
  name: toName(contestant, iterations),
  make: contestant.prepare({ iterations, calls: 1, tools: 1, isSerialised: false }),
  operations: iterations,
})
