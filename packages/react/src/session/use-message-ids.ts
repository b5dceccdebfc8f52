import { useSession } from './session.ts'
import { useStore } from '../use-store.ts'

/** The ids of the session's messages, in order: a new array only when one comes, goes or moves. */
export const useMessageIds = (): readonly string[] =>
  useStore(useSession('useMessageIds'), ({ ids }) => ids)
