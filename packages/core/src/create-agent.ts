import { Agent } from './agent.ts'
import type * as keeping from './features/keeping/session-keeper.ts'
import { lazily, type Loader } from './lazily.ts'
import type { AgentOptions } from './options.ts'

/** Loads the keeping of sessions in a storage, a chunk of its own. */
export const loadKeeping: Loader<typeof keeping> = lazily(
  () => import('./features/keeping/session-keeper.ts'),
)

/** Creates an agent. Throws `AgentError`, naming the option, if an option is wrong. */
export const createAgent = (options: AgentOptions): Agent => new Agent(options, loadKeeping)
