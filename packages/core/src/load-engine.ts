import type * as engine from './engine/engine.ts'
import { type Loader, lazily } from './lazily.ts'

/**
 * Loads the engine, which is a chunk of its own. A page registers its tools and renders without the
 * engine. The option `preload` decides when the engine is fetched.
 */
export const loadEngine: Loader<typeof engine> = lazily(() => import('./engine/engine.ts'))
