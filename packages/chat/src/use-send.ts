import type { AssistantMessage } from '@ambit/core'
import { useAgent, type UseAgentResult } from '@ambit/react'
import { useCallback } from 'react'
import { useChat } from './chat-context.ts'
import { speaker } from './read-aloud/speaker.ts'
import { keepQueued } from './composer/queued-copies.ts'
import { refusedMessages } from './transcript/refused-messages.ts'
import { textOf } from './said.ts'

/** Returns the next messages that a model offers with its answer, as the demo model does. */
const offeredIn = (message: Partial<AssistantMessage> | undefined): string[] =>
  (message?.parts ?? [])
    .flatMap(({ providerMetadata }) => providerMetadata?.['ambit']?.['followups'])
    .filter((text) => typeof text === 'string')
    .slice(0, 3)

/**
 * Returns a function that sends a message, shows the conversation and scrolls to its end. The
 * function also keeps the model's suggestions for the next message.
 */
export function useSend(): (...sent: Parameters<UseAgentResult['chat']>) => void {
  const { agent, chat } = useAgent()
  const { end, view, setView, field, setFollowups } = useChat()
  return useCallback(
    (input, options) => {
      speaker.stop()
      if (view !== 'artifact' || !isBeside(field.current)) setView('conversation')
      end.follow()
      setFollowups(undefined)
      refusedMessages(agent).forget()
      const sent = chat(input, options)
      keepQueued(agent, textOf(input), sent)
      void sent.then((result) => {
        const texts =
          result?.followupSuggestions ??
          offeredIn(result?.messages.at(-1) as AssistantMessage | undefined)
        if (texts.length > 0) setFollowups({ head: agent.history.head, texts })
      })
    },
    [agent, chat, end, view, setView, field, setFollowups],
  )
}

/** Whether the conversation can be seen beside the current view, in the panel of the field. */
const isBeside = (field: HTMLElement | null): boolean => {
  const behind = field?.closest('.ambit-panel')?.querySelector('.ambit-view[data-behind]')
  return behind !== null && behind !== undefined && behind.getClientRects().length > 0
}
