import { addStyles } from '../styles/bring-styles.ts'
import { LateModule } from './late-module.ts'
import type * as partsChunk from './parts-chunk.ts'

/** The parts of the panel that are fetched, with their styles, when the first is shown. */
export const lateParts: LateModule<typeof partsChunk> = new LateModule(async () => {
  const parts = await import('./parts-chunk.ts')
  addStyles(parts.styles)
  return parts
})
