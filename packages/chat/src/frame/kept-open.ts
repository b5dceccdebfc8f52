import type { Agent } from '@ambit/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { inTab } from '../composer/draft.ts'

/** The state of a dialog that the widget opens and closes by itself. */
export interface KeptOpen {
  readonly open: boolean
  /** True once the user has opened or closed the dialog since the page was loaded. */
  readonly isChosen: boolean
  readonly setOpen: (open: boolean) => void
}

/**
 * Keeps in the tab whether the dialog of an agent is open, so that it is open again after a reload.
 * Nothing is kept until the user opens or closes it: `defaultOpen` then holds. On a server, and
 * while a page hydrates, it always does.
 */
export function useKeptOpen({ name }: Agent, defaultOpen: boolean): KeptOpen {
  const key = `ambit-open:${encodeURIComponent(name)}`
  const [chosen, setChosen] = useState<boolean>()
  const before = useMemo(() => inTab((storage) => storage.getItem(key)) ?? undefined, [key])
  const kept = useSyncExternalStore(
    never,
    () => before,
    () => undefined,
  )
  const setOpen = (open: boolean): void => {
    setChosen(open)
    inTab((storage) => storage.setItem(key, String(open)))
  }
  const open = chosen ?? (kept === undefined ? defaultOpen : kept === 'true')
  return { open, isChosen: chosen !== undefined, setOpen }
}

const never = (): (() => void) => () => undefined
