'use client'
import { Chat } from 'ambit/chat'
import type { ComponentProps, ReactNode } from 'react'
import { ApprovalCard } from './approval-card'
import { Composer } from './composer'
import { Launcher } from './launcher'
import { Message } from './message'
import { ToolCard } from './tool-card'

const parts = { Call: ToolCard, Message, Pending: ApprovalCard }

interface ChatProps extends Omit<ComponentProps<typeof Chat.Root>, 'parts' | 'children'> {
  /** Shown before the first message. */
  readonly empty?: ReactNode
}

/** A chat that fills its box, inside an `AgentProvider`. */
export function AmbitChat({ empty, ...root }: ChatProps) {
  return (
    <Chat.Root {...root} parts={parts}>
      <Chat.Panel className="flex h-full flex-col bg-background text-foreground">
        <Conversation empty={empty} />
      </Chat.Panel>
    </Chat.Root>
  )
}

/** The same behind a button in the corner of the page. */
export function AmbitPopup({ empty, ...root }: ChatProps) {
  return (
    <Chat.Root {...root} parts={parts}>
      <Chat.Popup launcher={<Launcher />} className="rounded-xl border bg-background shadow-xl">
        <Conversation empty={empty} />
      </Chat.Popup>
    </Chat.Root>
  )
}

/** The same at the edge of the screen, beside a page that can still be used. */
export function AmbitSidePanel({ empty, ...root }: ChatProps) {
  return (
    <Chat.Root {...root} parts={parts}>
      <Chat.Sidebar launcher={<Launcher />} className="border-s bg-background">
        <Conversation empty={empty} />
      </Chat.Sidebar>
    </Chat.Root>
  )
}

function Conversation({ empty }: { empty?: ReactNode }) {
  return (
    <>
      <Chat.Header className="border-b px-4 py-3 font-medium">
        <Chat.View name="sessions" button />
        <Chat.View name="abilities" button />
        <Chat.Menu />
      </Chat.Header>
      <Chat.View name="conversation">
        <Chat.Transcript empty={empty} />
      </Chat.View>
      <Chat.View name="sessions">
        <Chat.Sessions />
      </Chat.View>
      <Chat.View name="abilities">
        <Chat.Abilities />
      </Chat.View>
      <Chat.View name="artifact">
        <Chat.Artifact />
      </Chat.View>
      <Composer />
    </>
  )
}
