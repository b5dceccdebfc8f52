import { Tool } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { uiTool } from '../tool-ui.ts'
import { mostNodes } from './check-node.ts'

const nothing = () => null
const card = {
  description: 'A card.',
  props: z.object({ title: z.string(), href: z.string().optional() }),
  component: nothing,
  children: true,
}
const stat = {
  description: 'A number.',
  props: z.object({ value: z.number() }),
  component: nothing,
}
const options = uiTool({ name: 'show_ui', catalog: { Card: card, Stat: stat } })
const toolOf = ({ render: _render, ...rest }: typeof options) => new Tool(rest)
const show = (root: unknown) => options.handler({ root } as never, {} as never)
const stats = (count: number) =>
  Array.from({ length: count }, () => ({ type: 'Stat', props: { value: 1 } }))

describe('uiTool', () => {
  it('describes a tree over the catalog to the model, with the schema of each component', () => {
    const { jsonSchema } = toolOf(options)
    expect(jsonSchema).toMatchObject({
      properties: { root: { $ref: '#/$defs/ui.node' } },
      required: ['root'],
      $defs: {
        Card: { properties: { title: { type: 'string' } } },
        'ui.node': {
          anyOf: [
            { properties: { type: { enum: ['Card'] }, children: { type: 'array' } } },
            { properties: { type: { enum: ['Stat'] }, props: { $ref: '#/$defs/Stat' } } },
            { type: 'string' },
          ],
        },
      },
    })
  })

  it('keeps the references inside the schema of a component', () => {
    type Tree = { name: string; sub: Tree[] }
    const tree: z.ZodType<Tree> = z.object({
      name: z.string(),
      get sub() {
        return z.array(tree)
      },
    })
    const catalog = { Tree: { description: 'A tree.', props: tree, component: nothing } }
    const { jsonSchema } = toolOf(uiTool({ name: 'x', catalog }))
    for (const [, to = ''] of JSON.stringify(jsonSchema).matchAll(/"\$ref":"#\/([^"]*)"/g)) {
      const found = to
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], jsonSchema)
      expect(found).toBeTypeOf('object')
    }
  })

  it('tells the model how much is shown', () => {
    const root = { type: 'Card', props: { title: 'A' }, children: ['Text', ...stats(2)] }
    expect(show(root)).toEqual({ shown: 4 })
  })

  it('skips the nodes that do not fit, and tells the model where and why', () => {
    const children = [
      { type: 'Chart', props: {} },
      { type: 'Stat', props: { value: 'many' } },
      { type: 'Stat', props: { value: 1 }, children: ['no'] },
      { type: 'Stat', props: { value: 2 } },
      null,
      7,
    ]
    const { shown, skipped } = show({ type: 'Card', props: { title: 'A' }, children }) as {
      shown: number
      skipped: unknown[]
    }
    expect(shown).toBe(2)
    expect(skipped).toMatchObject([
      {
        path: 'root.children[0]',
        reason: 'There is no component "Chart". Use one of: Card, Stat.',
      },
      { path: 'root.children[1]', reason: expect.stringMatching(/do not fit.*value/) },
      { path: 'root.children[2]', reason: 'Stat has no children.' },
      { path: 'root.children[4]' },
      { path: 'root.children[5]' },
    ])
  })

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    '\u0001JavaScript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>',
    'data:image/svg+xml;base64,PHN2Zz4=',
  ])('skips a node with the address %j, which would run code', (href) => {
    expect(show({ type: 'Card', props: { title: 'A', href } })).toMatchObject({ shown: 0 })
  })

  it.each(['https://a.example', '/orders', 'data:image/png;base64,aGk=', 'A javascript: book'])(
    'shows a node with %j',
    (href) => {
      expect(show({ type: 'Card', props: { title: 'A', href } })).toEqual({ shown: 1 })
    },
  )

  it('gives a component nothing that React or a parent gives, whatever its schema lets through', () => {
    const loose = { description: 'x', props: z.looseObject({}), component: nothing }
    const any = uiTool({ name: 'x', catalog: { Loose: loose } })
    for (const name of ['children', 'key', 'ref', 'dangerouslySetInnerHTML']) {
      const root = { type: 'Loose', props: { [name]: { __html: 'x' } } }
      expect(any.handler({ root }, {} as never)).toMatchObject({ shown: 0 })
    }
  })

  it('shows no more than the most nodes and levels, and says so once', () => {
    const root = { type: 'Card', props: { title: 'A' }, children: stats(mostNodes + 5) }
    expect(show(root)).toMatchObject({ shown: mostNodes, skipped: [{ reason: /at most/ }] })
    const deep = Array.from({ length: 100 }).reduce<object>(
      (inner) => ({ type: 'Card', props: { title: 'A' }, children: [inner] }),
      { type: 'Stat', props: { value: 1 } },
    )
    expect(show(deep)).toMatchObject({ shown: 30 })
  })

  it('refuses a schema that is asynchronous, and a name that no model can use', () => {
    const props = z.object({ a: z.string().refine(async () => true) })
    const slow = uiTool({
      name: 'x',
      catalog: { Slow: { description: 'x', props, component: nothing } },
    })
    const root = { type: 'Slow', props: { a: 'b' } }
    expect(slow.handler({ root }, {} as never)).toMatchObject({ shown: 0 })
    expect(() => uiTool({ name: 'x', catalog: { 'My Card': card } })).toThrow('My Card')
  })
})
