import { describe, expect, it } from 'vitest'
import { packed } from './write-package-docs.ts'

describe('packed', () => {
  it('keeps the links to pages that are shipped, and the words of all others', () => {
    const shipped = new Set(['docs/start.md', 'docs/guides/chat.md'])
    const page = `[start](../start.md#1-install), [below](#end), [npm](https://www.npmjs.com)
[signature](../reference/api/ambit.md#agent), [a test](../../packages/core/a.test.ts)
![The board](../images/board.png)`
    expect(packed('docs/guides/chat.md', page, shipped))
      .toBe(`[start](../start.md#1-install), [below](#end), [npm](https://www.npmjs.com)
signature, a test
The board`)
  })
})
