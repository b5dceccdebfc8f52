import type { UnknownCall } from '@ambit/core'

/** The key of the act that was begun last, in the storage of this tab. */
const item = 'ambit-page-act'

/** Notes that a call acts now: the page may be loaded anew before it ends. */
export function noteBegun(idempotencyKey: string): void {
  try {
    sessionStorage.setItem(item, idempotencyKey)
  } catch {
    // A page without a storage does not know it again.
  }
}

/**
 * Resolves with the result of a call that has acted before the page was loaded anew. One that has
 * not acted runs again, and finds its ref gone.
 */
export async function askReconcile({
  idempotencyKey,
}: UnknownCall): Promise<{ readonly result: object } | undefined> {
  if (sessionStorage.getItem(item) !== idempotencyKey) return undefined
  return { result: { done: 'The page was loaded anew.', page: location.pathname } }
}
