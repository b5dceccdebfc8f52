import type { UsageState } from '@ambit/core'
import { useSession } from './session.ts'
import { useStore } from '../use-store.ts'

/**
 * What the open session and the running chat have used, in tokens and, where `rates` knows the
 * model, in USD. The same object until a model call has ended.
 */
export const useUsage = (): UsageState => useStore(useSession('useUsage'), ({ usage }) => usage)
