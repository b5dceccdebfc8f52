import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import type { Task } from './app-file.ts'

/** Returns a model that makes the calls of the reference, one a step, and then says its answer. */
export function oracle({
  say,
  calls: reference = [],
  says = 'Done.',
}: Task): ReturnType<typeof scriptedModel> {
  const steps: Reply[] = reference.map(([name, args]) => calls(call(name, args)))
  // A question before the last message has its answer first.
  const asked = [say]
    .flat()
    .slice(1)
    .map((): Reply => 'Which one do you mean?')
  return scriptedModel([...asked, ...steps, says])
}
