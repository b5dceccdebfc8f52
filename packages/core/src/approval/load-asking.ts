import { lazily, type Loader } from '../values/lazily.ts'
import type * as asking from './ask-approval.ts'

/** What asks a person and binds what they approve: a chunk of its own, for agents that have something to ask. */
export const loadAsking: Loader<typeof asking> = lazily(() => import('./ask-approval.ts'))
