import type { SessionArtifact } from '@ambit/core'
import { useSession } from './session.ts'
import { useStore } from '../use-store.ts'

/**
 * What tools of the open session gave the page, in the order in which it first came. The same array
 * until that changes.
 */
export const useArtifacts = (): readonly SessionArtifact[] =>
  useStore(useSession('useArtifacts'), ({ artifacts }) => artifacts)
