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
  // In every other mode the snapshot can pass: it writes a file that is not there, and the text of
  // a drift may be that of the file.
  if (isUpdate()) return void (await expect(text).toMatchFileSnapshot(file))
  const lines = drift.map((line) => `- ${line}`).join('\n')
  const cause = drift.length > 1 ? '\nThe first one may be the cause of the others.' : ''
  throw new Error(
    `The app does not do what it did when "${file}" was recorded:\n${lines}${cause}\nIf that is right, write the file anew: \`vitest -u\`.`,
  )
}

/** Tells if Vitest is in its update mode. It has no public way to ask. */
const isUpdate = (): boolean => {
  const { __vitest_worker__: worker } = globalThis as {
    readonly __vitest_worker__?: {
      readonly config?: { readonly snapshotOptions?: { readonly updateSnapshot?: string } }
    }
  }
  return worker?.config?.snapshotOptions?.updateSnapshot === 'all'
}
