import { LateModule } from './late-module.ts'
import type * as partsChunk from './parts-chunk.ts'

/** The parts of the panel that are fetched when the first of them is shown. */
export const lateParts: LateModule<typeof partsChunk> = new LateModule(
  () => import('./parts-chunk.ts'),
)
