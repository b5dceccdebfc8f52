import { useAgent } from '@ambit/react'
import { useCallback } from 'react'
import { useChat } from './chat-context.ts'

/** Sends a message and brings the end of the transcript, where it appears, into view. */
export function useSend(): (text: string) => void {
  const { send } = useAgent()
  const { end } = useChat()
  return useCallback(
    (text) => {
      end.jump()
      void send(text)
    },
    [send, end],
  )
}
