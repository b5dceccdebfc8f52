import type { Played } from './play.ts'

/** The part of Vitest's `expect` that keeps a file as a snapshot. */
export type SnapshotExpect = (text: string) => {
  toMatchFileSnapshot(file: string): Promise<unknown>
}

/**
 * Fails a test of Vitest with the words of the drift. In Vitest's update mode (`vitest -u`) it
 * writes `file` anew in place of that. `file` is relative to the test.
 */
export async function expectNoDrift(
  expect: SnapshotExpect,
  { drift, text }: Pick<Played, 'drift' | 'text'>,
  file: string,
): Promise<void> {
  if (drift.length === 0) return
  const mode = snapshotMode()
  const write = async (): Promise<void> => void (await expect(text).toMatchFileSnapshot(file))
  if (mode === 'all') return write()
  const lines = drift.map((line) => `- ${line}`).join('\n')
  const cause = drift.length > 1 ? '\nThe first one may be the cause of the others.' : ''
  const error = new Error(
    `The app does not do what it did when "${file}" was recorded:\n${lines}${cause}\nIf that is right, write the file anew: \`vitest -u\`.`,
  )
  // In the other modes the snapshot can pass: Vitest writes a file that is not there, and the text
  // of a drift may be that of the file.
  if (mode !== undefined) throw error
  await write().catch(() => {
    throw error
  })
}

/** Returns the mode for snapshots, such as `all`: Vitest has no public way to ask. */
const snapshotMode = (): string | undefined => {
  const { __vitest_worker__: worker } = globalThis as {
    readonly __vitest_worker__?: {
      readonly config?: { readonly snapshotOptions?: { readonly updateSnapshot?: string } }
    }
  }
  return worker?.config?.snapshotOptions?.updateSnapshot
}
