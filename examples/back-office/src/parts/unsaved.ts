import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The forms on the page with changes that are not saved. */
const unsaved = new Set<string>()

/** Asks the user before they leave a form with changes that are not saved. */
export function useUnsaved(form: string, isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    unsaved.add(form)
    return () => void unsaved.delete(form)
  }, [form, isDirty])
  useBlocker({
    shouldBlockFn: () => !window.confirm(`Leave the ${form} without saving it?`),
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
  })
}

/** Throws, for the tools of the agent that open another page, while a form is not saved. */
export function checkSaved(): void {
  const [form] = unsaved
  if (form === undefined) return
  throw new Error(`The ${form} has changes that are not saved. Save or undo them first.`)
}
