import type * as bodies from './run-bodies.ts'
import { lazily } from '../values/lazily.ts'

/**
 * The loop, as a chunk of its own: a page registers its tools and draws itself without it, and an agent asks for it when it is made, so
 * that it is there before anybody says something.
 */
export const loadLoop: () => Promise<typeof bodies> = lazily(() => import('./run-bodies.ts'))
