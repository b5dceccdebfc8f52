import type { Enabled, Unavailable } from '@ambit/core'

/** What an `enabled` option says now; without one, on. */
export function isOn(enabled: Enabled | undefined): boolean | Unavailable {
  if (enabled === undefined) return true
  return typeof enabled === 'function' ? enabled() : enabled.get()
}
