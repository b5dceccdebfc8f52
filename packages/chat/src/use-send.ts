import type { ChatInput } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useCallback } from 'react'
import { useChat } from './chat-context.ts'

/** Sends a message and brings the end of the transcript, where it appears, into view. */
export function useSend(): (input: ChatInput) => void {
  const { send } = useAgent()
  const { end } = useChat()
  return useCallback(
    (input) => {
      end.jump()
      void send(input)
    },
    [send, end],
  )
}
