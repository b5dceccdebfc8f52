'use client'
import { Chat } from 'ambit/chat'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/utils'

/** The button that opens the chat. It says when the chat waits for the user. */
export function Launcher({ className }: { className?: string }) {
  return (
    <Chat.Launcher
      render={({ children, className: own, ...props }, { asks, working }) => (
        <Button
          {...props}
          size="icon"
          className={cn(
            own,
            'size-12 rounded-full shadow-lg',
            asks && 'ring-4 ring-destructive/40',
            working && 'animate-pulse motion-reduce:animate-none',
            className,
          )}
        >
          {children}
        </Button>
      )}
    />
  )
}
