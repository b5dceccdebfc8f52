import { lazily, type Loader } from '../../values/lazily.ts'
import type * as runs from './agent-runs.ts'

/**
 * What runs are made of, as a chunk of its own: a page registers its tools and draws itself without it, and an agent asks for it when it
 * is made, so that it is there before anybody says something.
 */
export const loadLoop: Loader<typeof runs> = lazily(() => import('./agent-runs.ts'))
