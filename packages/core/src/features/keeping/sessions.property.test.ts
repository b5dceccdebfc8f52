import { env } from 'node:process'
import { describe, expect, it, vi } from 'vitest'
import { checkSessions } from '../../../test/session-property.ts'

const isLong = Boolean(env['AMBIT_LONG'])
const seed = Number(env['AMBIT_SEED'] ?? 20_261_122)

describe('the sessions of a page, whatever is opened, created, deleted or reloaded', () => {
  it(
    'R14 R27 R68 has every call, answer, artifact and question in its own session alone',
    async () => {
      // Handlers that go on after their call are warned of.
      vi.spyOn(console, 'warn').mockReturnValue()
      await expect(checkSessions(isLong ? 10_000 : 300, seed)).resolves.toBeUndefined()
    },
    isLong ? 3_600_000 : 120_000,
  )
})
