import { Tool } from '@ambit/core'
import { call, testAgent } from '@ambit/testing'
import { expect, it } from 'vitest'

it('rings the bell when asked to', async () => {
  let rings = 0
  const ring = new Tool({ name: 'ring', description: 'Ring the bell.', handler: () => ++rings })
  await testAgent({ script: [call('ring'), 'Done.'], tools: [ring] }).chat('Ring')
  expect(rings).toBe(1)
})
