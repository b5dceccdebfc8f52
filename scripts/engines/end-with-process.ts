import type { ChildProcess } from 'node:child_process'
import process from 'node:process'

/** Ends a child when this process ends, also when nobody closed it. */
export function endWithProcess(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}
