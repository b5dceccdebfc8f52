import { type RefObject, useEffect, useRef } from 'react'
import type { Attachments } from './use-attachments.ts'

/**
 * Takes the files that are dropped anywhere in the chat around a field. A part inside that takes a
 * drop itself keeps it. Without `attachments`, drops are left to the browser.
 */
export function useDroppedFiles(
  field: RefObject<HTMLTextAreaElement | null>,
  attachments: Attachments | undefined,
): void {
  const latest = useRef(attachments)
  useEffect(() => {
    latest.current = attachments
  })
  const isOn = attachments !== undefined
  useEffect(() => {
    const place = field.current?.closest('.ambit-chat, .ambit-layer')
    if (!isOn || !place) return undefined
    const take = (event: DragEvent): void => {
      const { dataTransfer: given, defaultPrevented: isTaken } = event
      if (isTaken || !given?.types.includes('Files')) return
      if (!event.composedPath().includes(place)) return
      event.preventDefault()
      if (event.type === 'drop') latest.current?.add(given.files)
    }
    const { ownerDocument: page } = place
    // At the document: React tells the parts inside of a drop before it gets there.
    for (const type of types) page.addEventListener(type, take)
    return () => {
      for (const type of types) page.removeEventListener(type, take)
    }
  }, [field, isOn])
}

const types = ['dragover', 'drop'] as const
