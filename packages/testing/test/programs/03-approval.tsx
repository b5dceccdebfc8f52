import { createAgent, createProxyModel } from 'ambit'
import { usePending, useTool } from 'ambit/react'
import * as z from 'zod'

declare const api: { cancel(ids: string[]): Promise<void>; names(ids: string[]): Promise<string[]> }
export const agent = createAgent({
  model: createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' }),
  approval: { ask: 'none', timeout: '5m', onTimeout: 'deny' },
})
export function useCancel() {
  useTool({
    name: 'cancel_orders',
    description: 'Cancel orders.',
    parameters: z.object({ ids: z.array(z.string()) }),
    effect: 'write',
    handler: ({ ids }) => api.cancel(ids),
    approval: {
      when: ({ ids }) => ids.length > 1,
      preview: ({ ids }) => api.names(ids),
      remember: () => 'cancelling orders',
    },
  })
}
export function Ask() {
  return usePending('approval').map(({ id, title, approve, deny }) => (
    <p key={id}>
      {title} <button onClick={() => approve({ remember: true })}>Yes</button>
      <button onClick={() => deny()}>No</button>
    </p>
  ))
}
