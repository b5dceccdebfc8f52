import { describe, expect, it } from 'vitest'
import type { Message } from '@ambit/core'
import { englishCalls } from '../strings/call-strings.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { toMarkdown } from './to-markdown.ts'

const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }

describe('toMarkdown', () => {
  it('writes who said what, and what tools were asked and answered', () => {
    const messages: Message[] = [
      { role: 'user', id: 'u', parentId: null, createdAt: 0, content: 'Find lamps' },
      {
        role: 'assistant',
        id: 'a',
        parentId: 'u',
        createdAt: 1,
        calls: [{ id: 'c', name: 'find', arguments: { what: 'lamps' } }],
        finishReason: 'tool_calls',
        usage,
        parts: [],
      },
      {
        role: 'tool',
        id: 'c',
        parentId: 'a',
        createdAt: 2,
        name: 'find',
        status: 'ok',
        content: '"```"',
      },
      {
        role: 'assistant',
        id: 'b',
        parentId: 'c',
        createdAt: 3,
        content: 'One **lamp**.',
        finishReason: 'stop',
        usage,
        parts: [{ type: 'source', source: { url: 'https://lamps.example', title: 'Lamps' } }],
      },
      {
        role: 'user',
        id: 'v',
        parentId: 'b',
        createdAt: 4,
        content: [{ type: 'image', data: 'AAAA', mediaType: 'image/png', filename: 'lamp.png' }],
      },
    ]
    expect(toMarkdown({ messages }, englishMessages, englishCalls)).toBe(`**You**

Find lamps

---

**Assistant**

\`\`\`\`
find({"what":"lamps"})
ok: "\`\`\`"
\`\`\`\`

---

**Assistant**

One **lamp**.

- Lamps: https://lamps.example

---

**You**

- File: lamp.png
`)
  })

  it('R66 names the calls of an undo for people, and leaves out what was written for the model', () => {
    const forModel = { role: 'user', createdAt: 0, source: 'app', forModel: true } as const
    const messages: Message[] = [
      {
        role: 'tool',
        id: 'c',
        parentId: null,
        createdAt: 0,
        name: 'delete_card',
        label: 'Release notes',
        status: 'ok',
        content: '1',
      },
      { ...forModel, id: 'n', parentId: 'c', content: 'The user changed call_1 of "x".' },
      {
        ...forModel,
        id: 'u',
        parentId: 'n',
        content: 'Undone, so no longer in effect: delete_card (c).',
        undo: { undone: ['c'], failed: [], left: ['gone'] },
      },
    ]
    expect(toMarkdown({ messages }, englishMessages, englishCalls)).toBe(`**${englishMessages.app}**

Undone: Delete card — Release notes.
`)
  })
})
