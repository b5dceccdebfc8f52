import type { Subject } from '../measure.ts'
import type { Contestant, Task } from '../task.ts'

/**
 * Returns the contestants on one task, by their names. The suite states the size of one operation.
 */
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
