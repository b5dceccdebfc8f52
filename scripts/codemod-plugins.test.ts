import { describe, expect, it } from 'vitest'
import { change as changeAll } from './codemod-change.ts'

const change = (code: string): string => changeAll(code, 'app.ts').code

describe('options that are plug-ins now', () => {
  it.each([
    [
      "import { createAgent } from '@ambit/core'\ncreateAgent({ model, audit: memoryAudit(), redaction: redaction() })",
      "import { createAgent } from '@ambit/core'\ncreateAgent({ model, use: [memoryAudit(), redaction()], })",
    ],
    [
      "import { createAgent } from '@ambit/core'\ncreateAgent({\n  model,\n  guardrails: [a, b],\n  name: 'x',\n  toolList: digest(),\n})",
      "import { createAgent } from '@ambit/core'\ncreateAgent({\n  model,\n  use: [a, b, digest()],\n  name: 'x',\n})",
    ],
    [
      "import { createAgent } from '@ambit/core'\ncreateAgent({ model, ledger: { append }, use: [x] })",
      "import { createAgent } from '@ambit/core'\ncreateAgent({ model, use: [x, ledger({ append })] })",
    ],
    [
      "import { createAgent } from '@ambit/core'\nawait createAgent({ model }).with({ guardrails }).chat('hi')",
      "import { createAgent } from '@ambit/core'\nawait createAgent({ model }).with({ use: [...guardrails] }).chat('hi')",
    ],
  ])('move into `use`: %s', (before, after) => {
    const squeezed = (code: string): string => code.replaceAll(/,(?=\s*\})/g, '')
    expect(squeezed(change(before))).toBe(squeezed(after))
  })

  it.each([
    [
      "import { createAgent } from '@ambit/core'\ncreateAgent({ model }).addHook('onRunStart', f)",
      '`agent.addHook` is gone',
    ],
    ["import { useHook } from '@ambit/react'\nuseHook('onMessage', f)", '`useHook` is gone'],
    ["import { runAgent } from '@ambit/core/code'\nrunAgent(f, { hooks })", '`hooks` is gone'],
  ])('tell of hooks: %s', (code, told) => {
    expect(changeAll(code, 'app.ts').places).toEqual([expect.stringContaining(told)])
  })

  it('stay where they are no options of an agent', () => {
    const code =
      "import { createProxy } from '@ambit/proxy'\ncreateProxy({ ledger: own, audit: true })"
    expect(change(code)).toBe(code)
  })
})
