import { ambit, ambitRecorded } from '../contestants/ambit.ts'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort } from '../measure.ts'
import { toSubjects } from './to-subjects.ts'

/** The cost of an iteration with the recorder of the devtools, compared with one without. */
export const recorder: Suite = {
  name: 'recorder',
  run: async (isFull) => [
    await compare('iteration with one call', 1, isFull),
    await compare('iteration with 50 tools', 50, isFull),
  ],
}

async function compare(what: string, tools: number, isFull: boolean): Promise<Figure> {
  const task = { iterations: 10, calls: 1, tools, words: 6 }
  const subjects = await toSubjects([ambit, ambitRecorded], task, task.iterations)
  const us = await measure(subjects, isFull ? fullEffort : shortEffort)
  const [ours, theirs] = [us(ambitRecorded.name), us(ambit.name)]
  return toFigure(`${what}, recorded`, ours, 'without a recorder', theirs, 1.1)
}
