'use client'
import { Chat } from 'ambit/chat'
import type { ComponentProps } from 'react'

/** What waits for the user: calls to allow, questions of tools, sign-ins. */
export function ApprovalCard(props: ComponentProps<typeof Chat.Pending>) {
  return (
    <Chat.Pending {...props} className="rounded-xl border bg-card text-card-foreground shadow-sm" />
  )
}
