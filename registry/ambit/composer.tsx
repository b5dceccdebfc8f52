'use client'
import { Chat } from 'ambit/chat'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

/** The field with its files, completion, send and stop. */
export function Composer(props: ComponentProps<typeof Chat.Composer>) {
  return (
    <Chat.Composer
      {...props}
      className={({ busy }) =>
        cn(
          'm-3 rounded-xl border border-input bg-background shadow-xs',
          'focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/50',
          busy && 'border-dashed',
        )
      }
    />
  )
}
