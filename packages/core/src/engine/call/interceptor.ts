import { CancellationError } from '../../errors/run-errors.ts'
import type { Cancellation } from '../run/cancellation.ts'
import { Fatal } from './fatal.ts'

/** Awaits a hook, which ends the run when it throws and stops being waited for when the call is cancelled. */
export async function interceptor<T>(
  { cancellation }: { readonly cancellation: Cancellation },
  hook: () => T | Promise<T>,
): Promise<T> {
  try {
    const value = hook()
    return value instanceof Promise ? await cancellation.race(value) : value
  } catch (error) {
    throw cancellation.reason ? new CancellationError(cancellation.reason) : new Fatal(error)
  }
}
