import type { Subject } from '../measure.ts'
import type { Contestant, Task } from '../task.ts'

/** Contestants on one task, by their names; what one operation is, the suite says. */
export const toSubjects = (
  contestants: readonly Contestant[],
  task: Task,
  operations: number,
): Promise<Subject[]> =>
  Promise.all(
    contestants.map(async ({ name, prepare }) => ({
      name,
      make: await prepare(task),
      operations,
    })),
  )
