'use client'
import { Chat } from 'ambit/chat'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

/** One call of a tool, with its state, its result and its undo. */
export function ToolCard(props: ComponentProps<typeof Chat.Call>) {
  return (
    <Chat.Call
      {...props}
      className={({ state }) =>
        cn(
          'rounded-lg border bg-card text-card-foreground shadow-xs',
          state === 'running' && 'border-ring',
          (state === 'failed' || state === 'denied') && 'border-destructive',
          state === 'undone' && 'opacity-70',
        )
      }
    />
  )
}
