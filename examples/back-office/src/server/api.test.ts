import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from './api.ts'
import { type Database, DatabaseUnavailableError } from './database.ts'
import { openDatabase } from './open-database.ts'

const origin = 'http://office.test'
let database: Database
let api: (request: Request) => Promise<Response>

beforeAll(async () => {
  database = await openDatabase({ BACK_OFFICE_DATA: 'memory' })
  api = createApi(async () => database)
}, 120_000)
afterAll(() => database.close())

/** Sends one request as somebody, and returns the answer. */
async function ask(method: string, path: string, options: { as?: string; body?: unknown } = {}) {
  const response = await api(
    new Request(`${origin}/api/${path}`, {
      method,
      headers: { host: 'office.test', ...(options.as && { cookie: options.as }) },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    }),
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function signIn(email: string): Promise<string> {
  const { headers } = await ask('POST', 'session', { body: { email, password: 'demo' } })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('signing in', () => {
  it('gives a cookie that no script and no other site can use', async () => {
    const body = { email: 'mia@example.com', password: 'demo' }
    const { status, headers } = await ask('POST', 'session', { body })
    expect(status).toBe(200)
    const cookie = headers.get('set-cookie')
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
  })

  it('is refused in the same words for a wrong address and a wrong password', async () => {
    for (const email of ['mia@example.com', 'nobody@example.com']) {
      const { status, body } = await ask('POST', 'session', { body: { email, password: 'no' } })
      expect([status, body]).toEqual([
        422,
        { code: 'wrong_credentials', message: 'The address or the password is wrong.' },
      ])
    }
  })

  it('ends with signing out, for that cookie', async () => {
    const as = await signIn('mia@example.com')
    expect((await ask('GET', 'session', { as })).body).toMatchObject({ name: 'Mia Manager' })
    await ask('DELETE', 'session', { as })
    expect(await ask('GET', 'session', { as })).toMatchObject({ status: 200, body: null })
    expect((await ask('GET', 'orders', { as })).status).toBe(401)
  })
})

describe('the reset', () => {
  it('puts all data back, keeps people signed in, and is not for who may only look', async () => {
    const as = await signIn('mia@example.com')
    const paid = await ask('GET', 'orders?payment=paid&minTotal=100', { as })
    const [order] = (paid.body as { orders: { id: string }[] }).orders
    const refund = { orderId: order?.id, amount: 5, reason: 'damaged' }
    expect((await ask('POST', 'refunds', { as, body: refund })).status).toBe(200)
    expect((await ask('GET', 'refunds', { as })).body).toHaveLength(1)
    const vic = await signIn('vic@example.com')
    expect((await ask('POST', 'reset', { as: vic })).status).toBe(403)
    expect((await ask('POST', 'reset', { as })).status).toBe(200)
    expect((await ask('GET', 'refunds', { as })).body).toEqual([])
    expect((await ask('GET', 'orders?payment=paid&minTotal=100', { as })).body).toEqual(paid.body)
  })
})

describe('the search for customers', () => {
  it('finds those of a country by its name', async () => {
    const as = await signIn('mia@example.com')
    const { body } = await ask('GET', 'customers?text=austria', { as })
    const { customers } = body as { customers: { country: string }[] }
    expect(customers.length).toBeGreaterThan(0)
    expect(new Set(customers.map(({ country }) => country))).toEqual(new Set(['AT']))
  })
})

describe('permissions', () => {
  it('let nobody read who is not signed in', async () => {
    for (const path of ['orders', 'customers', 'products', 'refunds', 'sales?by=week']) {
      expect((await ask('GET', path)).status).toBe(401)
    }
  })

  it('let a viewer read everything and change nothing', async () => {
    const as = await signIn('vic@example.com')
    expect((await ask('GET', 'orders', { as })).status).toBe(200)
    const changes = [
      ['PATCH', 'orders', { orderIds: ['A-99001'], status: 'open' }],
      ['POST', 'refunds', { orderId: 'A-99001' }],
      ['POST', 'reminders', { orderIds: ['A-99002'] }],
      ['PUT', 'customers/C-1001', {}],
      ['POST', 'products/stock', { skus: ['ESP-ONE'], quantity: 1 }],
    ] as const
    for (const [method, path, body] of changes) {
      expect((await ask(method, path, { as, body })).status).toBe(403)
    }
  })

  it('refuse a request that another site had the browser send', async () => {
    for (const other of ['https://evil.test', 'null']) {
      const response = await api(
        new Request(`${origin}/api/refunds`, {
          method: 'POST',
          headers: { host: 'office.test', origin: other },
        }),
      )
      expect(response.status).toBe(403)
    }
  })
})

describe('refunds', () => {
  it('come to no more than was paid, also when two come at once', async () => {
    const as = await signIn('mia@example.com')
    const body = { orderId: 'A-99001', amount: 600 }
    const answers = await Promise.all([1, 2].map(() => ask('POST', 'refunds', { as, body })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body).toMatchObject({
      message: 'At most €349.00 can be refunded.',
      fields: { amount: 'At most €349.00 can be refunded.' },
    })
  })

  it('say what is wrong by field', async () => {
    const as = await signIn('mia@example.com')
    const refund = async (body: object) =>
      ((await ask('POST', 'refunds', { as, body })).body as { fields: unknown }).fields
    expect(await refund({ orderId: 'A-1' })).toEqual({ orderId: 'There is no order "A-1".' })
    expect(await refund({ orderId: 'A-99002' })).toEqual({
      orderId: 'The order A-99002 was not paid.',
    })
    expect(await refund({ orderId: 'A-99001', amount: -1 })).toEqual({
      amount: 'An amount is more than 0.',
    })
  })
})

describe('orders by their ids', () => {
  it('are all of them, in the order of their ids, or a refusal', async () => {
    const as = await signIn('mia@example.com')
    const named = (ids: string) => ask('GET', `orders/named?ids=${ids}`, { as })
    const { body } = await named('A-99003,A-99001,A-99003')
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual(['A-99001', 'A-99003'])
    expect(await named('A-99003,A-0')).toMatchObject({
      status: 404,
      body: { message: 'There is no order "A-0".' },
    })
  })
})

describe('bulk changes', () => {
  it('change all of the orders, or none', async () => {
    const as = await signIn('mia@example.com')
    const body = { orderIds: ['A-99003', 'A-0'], status: 'open' }
    expect((await ask('PATCH', 'orders', { as, body })).status).toBe(404)
    expect((await ask('GET', 'orders/A-99003', { as })).body).toMatchObject({ status: 'delivered' })
  })
})

describe('filters', () => {
  it('take a search as text, whatever is in it', async () => {
    const as = await signIn('mia@example.com')
    for (const customer of ["'; drop table orders; --", '%', '\\']) {
      const path = `orders?customer=${encodeURIComponent(customer)}`
      expect((await ask('GET', path, { as })).body).toMatchObject({ count: 0 })
    }
  })
})

describe('a database that is not there', () => {
  it('is told with what was tried and what to do', async () => {
    const failing = createApi(() =>
      Promise.reject(new DatabaseUnavailableError('Nothing answers.', ['Start it.'], undefined)),
    )
    const response = await failing(new Request(`${origin}/api/session`))
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      code: 'unavailable',
      message: 'Nothing answers.',
      steps: ['Start it.'],
    })
  })
})
