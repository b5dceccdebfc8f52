import { lazily, type Loader } from '../../values/lazily.ts'
import type * as undoing from './undo-body.ts'

/** What undoes, as a chunk of its own: asked for when the first call says how to take it back, so that it is there when somebody wants that. */
export const loadUndo: Loader<typeof undoing> = lazily(() => import('./undo-body.ts'))
