// Harper: resources as tools, limits, a trace, a conversation, an audit
import { conversation, memoryAudit, memoryLedger } from 'ambit/plugins'
import { createAgent, type Limits, resourceTools, Scope } from 'ambit'
import { call, calls, scriptedModel } from '@ambit/testing'
import * as z from 'zod'

export const db = { products: [{ id: 'p1', name: 'Tea', stock: 3 }], orders: [] as { id: string; product: string }[] }
const byId = z.object({ id: z.string() })
function find({ id }: { id: string }) {
  const product = db.products.find((product) => product.id === id)
  if (!product) throw new Error('no such product')
  return product
}
const search = ({ text }: { text: string }) => db.products.filter(({ name }) => name.includes(text))
const create = ({ product }: { product: string }) => db.orders[db.orders.push({ id: `o${db.orders.length + 1}`, product }) - 1]
const change = ({ id, stock }: { id: string; stock: number }) => Object.assign(find({ id }), { stock })
const resources = new Scope({ name: 'resources', tools: [
  ...resourceTools('product', {
    get: { description: 'Read a product.', effect: 'read', parameters: byId, handler: find },
    search: { description: 'Search products.', effect: 'read', parameters: z.object({ text: z.string() }), handler: search },
    update: { description: 'Change the stock.', parameters: byId.extend({ stock: z.int() }), handler: change },
  }),
  ...resourceTools('order', { create: { description: 'Order.', parameters: z.object({ product: z.string() }), handler: create } }),
] })
export const turns: string[] = [], audit = memoryAudit(), ledger = memoryLedger()
const sink = conversation({ append: (turn) => turns.push('calls' in turn ? `${turn.calls?.map(({ name }) => name)}` : turn.role) })
const look = call('search_product', { text: 'Tea' })
const both = calls(call('create_order', { product: 'p1' }), call('update_product', { id: 'p9', stock: 2 }))
export const model = scriptedModel([look, both, 'Ordered, but the stock was not changed.'], { otherwise: look })
export const agent = createAgent({
  model, scopes: [resources], use: [audit, ledger, sink], user: { tenant: 'acme' }, prices: { scripted: { input: 1, output: 5 } },
  limits: { iterations: 10, tokens: 50_000, costUsd: 0.05 }, calls: { maxResultBytes: 65_536, errors: 'tell', arguments: 'strict' },
})
const tools = ['search_product', 'create_order', 'update_product']
export const run = (input: string, limits: Limits = {}) => agent.execute(input, { limits, tools })
