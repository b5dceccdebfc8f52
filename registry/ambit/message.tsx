'use client'
import { Chat } from 'ambit/chat'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

/** One message: a bubble for what the user wrote, plain text for an answer. */
export function Message(props: ComponentProps<typeof Chat.Message>) {
  return (
    <Chat.Message
      {...props}
      className={({ source, partial }) =>
        cn(
          'text-sm leading-relaxed',
          '[&_.ambit-bubble]:rounded-2xl [&_.ambit-bubble]:px-4 [&_.ambit-bubble]:py-2',
          source === 'user' &&
            '[&_.ambit-bubble]:bg-primary [&_.ambit-bubble]:text-primary-foreground',
          partial && 'border-s-2 border-destructive ps-3',
        )
      }
    />
  )
}
