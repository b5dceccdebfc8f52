import type * as engine from './engine/engine.ts'
import { type Loader, lazily } from './lazily.ts'

/**
 * Loads the engine, a chunk of its own. A page registers its tools and draws itself without it, and
 * fetches it when the person shows intent: see the option `preload`.
 */
export const loadEngine: Loader<typeof engine> = lazily(() => import('./engine/engine.ts'))
