import type { Message } from '@ambit/core'
import { useMemo } from 'react'
import { messageReader } from './message-reader.ts'
import { useSession } from './session.ts'
import { useStore } from '../use-store.ts'

/**
 * One message by its id, also while a model still writes it, or undefined where there is none. A
 * tool's answer has the id of its call. A delta re-renders only what reads the message it belongs
 * to.
 */
export function useMessage(id: string): Message | undefined {
  const session = useSession('useMessage')
  const reader = useMemo(() => messageReader(session, id), [session, id])
  return useStore(reader, (message) => message)
}
