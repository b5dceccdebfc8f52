import { Tool } from 'ambit'
import { useCall } from 'ambit/react'
import * as z from 'zod'

declare const api: { archive(id: string, on: boolean): Promise<void> }
export const archive = new Tool({
  name: 'archive',
  description: 'Archive an order.',
  parameters: z.object({ id: z.string() }),
  handler: ({ id }) => api.archive(id, true),
  undo: ({ args }) => api.archive(args.id, false),
})
export function UndoButton({ callId }: { callId: string }) {
  const call = useCall(callId)
  return <button disabled={!call?.canUndo} onClick={() => void call?.undoNow()}>Undo</button>
}
