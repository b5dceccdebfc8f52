import { jsonSchema, Scope } from '@ambit/core'
import { digest } from '@ambit/core/tool-list'
import { useTool } from '@ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const parameters = jsonSchema<{ order: string }>({
  type: 'object',
  properties: { order: { type: 'string' } },
  required: ['order'],
})

/** Renders a page whose tool has a view of its own and needs an approval. */
function Orders({ onRefund }: { readonly onRefund: (order: string) => void }): ReactNode {
  useTool({
    name: 'refund_order',
    title: 'Refund an order',
    description: 'Gives the money of an order back.',
    parameters,
    effect: 'destructive',
    handler: ({ order }) => onRefund(order),
    render: ({ state, args }) => <p>{`${state}: ${args.order ?? ''}`}</p>,
  })
  return null
}

it('a call through use_tool, among 200 tools, is shown and asked for as the tool itself', async () => {
  const scopes = Array.from(
    { length: 20 },
    (_, at) =>
      new Scope({
        name: `area${at}`,
        tools: Array.from({ length: 10 }, (_, nth) => tool(`area${at}_op${nth}`, () => 'ok')),
      }),
  )
  const written = Promise.withResolvers<void>()
  const refund = call('use_tool', { name: 'refund_order', arguments: { order: 'A-17' } })
  const model = scriptedModel(
    [calls(call('find_tools', { query: 'refund' })), calls(refund), 'Refunded.'],
    {
      before: async (part) => {
        if (part.type === 'tool-input-end' && model.requests.length === 2) await written.promise
      },
    },
  )
  const refunded: string[] = []
  const { screen } = await renderCopilot(
    [],
    {},
    { model, scopes, use: [digest()] },
    <Orders onRefund={(order) => void refunded.push(order)} />,
  )
  await say('Refund A-17')
  await expect.element(screen.getByText('input-streaming: A-17')).toBeVisible()
  written.resolve()
  const card = page.getByRole('group', { name: 'Allow “Refund an order”?' })
  await expect.element(card.getByText('A-17')).toBeVisible()
  await card.getByRole('button', { name: 'Allow once' }).click()
  await expect.element(screen.getByText('succeeded: A-17')).toBeVisible()
  await expect.element(screen.getByText('Refunded.')).toBeVisible()
  expect(refunded).toEqual(['A-17'])
  expect(document.body.textContent).not.toMatch(/use.tool/i)
  expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual([
    'find_tools',
    'use_tool',
    'refund_order',
  ])
})
