import { afterEach, expect, it, vi } from 'vitest'
import { expectNoDrift, type SnapshotExpect } from './index.ts'

const file = './session.recording.json'
const drift = ['run 1, request 2: tool "refund" was on, is off: Your role may not refund']

afterEach(() => vi.unstubAllGlobals())

/** Puts Vitest in a mode for snapshots. */
const inMode = (updateSnapshot: 'all' | 'new' | 'none'): unknown =>
  vi.stubGlobal('__vitest_worker__', { config: { snapshotOptions: { updateSnapshot } } })

it('11 fails with the words of the drift, and says how to write the file anew', async () => {
  const refuse: SnapshotExpect = () => ({
    toMatchFileSnapshot: () => Promise.reject(new Error('a long difference of JSON')),
  })
  await expect(expectNoDrift(refuse, { drift, text: '{}' }, file)).rejects.toThrow(
    `The app does not do what it did when "${file}" was recorded:\n- ${drift[0]}\nIf that is right, write the file anew: \`vitest -u\`.`,
  )
})

it('11 writes the file in update mode, and touches nothing without a drift', async () => {
  const toMatchFileSnapshot = vi.fn(() => Promise.resolve())
  const update = vi.fn((_text: string) => ({ toMatchFileSnapshot }))
  inMode('all')
  await expectNoDrift(update, { drift: [], text: '{}' }, file)
  expect(update).not.toHaveBeenCalled()
  await expectNoDrift(update, { drift, text: '{ "new": 1 }' }, file)
  vi.unstubAllGlobals()
  expect(update).toHaveBeenCalledWith('{ "new": 1 }')
  expect(toMatchFileSnapshot).toHaveBeenCalledWith(file)
})

it.each(['new', 'none'] as const)(
  'finding 2, 3: fails in the mode "%s", though the snapshot would pass',
  async (mode) => {
    const toMatchFileSnapshot = vi.fn(() => Promise.resolve())
    inMode(mode)
    const failed = expectNoDrift(() => ({ toMatchFileSnapshot }), { drift, text: '{}' }, file)
    await expect(failed.catch((error: unknown) => String(error))).resolves.toContain(drift[0])
    expect(toMatchFileSnapshot).not.toHaveBeenCalled()
  },
)
