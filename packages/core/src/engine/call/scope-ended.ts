import type { CancelReason } from '../../values/cancel-reason.ts'

/** Why the calls of a tool end with the tool. */
export const scopeEnded = (scopeName: string): CancelReason => ({
  kind: 'scope_ended',
  message: `what provided it ("${scopeName}") is no longer on the page`,
})
