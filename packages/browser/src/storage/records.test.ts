// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { createAgent, Tool } from '@ambit/core'
import { audit } from '@ambit/core/audit'
import { ledger } from '@ambit/core/budget'
import { calls, scriptedModel } from '@ambit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const note = new Tool({ name: 'note', description: 'Note', handler: () => 'ok' })

async function runAs(userId: string, tenantId?: string): Promise<string> {
  const storage = indexedDbStorage()
  const agent = createAgent({
    model: scriptedModel([calls({ name: 'note', id: `${userId}_1` }), 'Done']),
    tools: [note],
    use: [ledger(storage.ledger), audit(storage.audit())],
    user: { id: userId, tenant: tenantId },
  })
  return (await agent.chat('Note it')).report.runId
}

describe('ledger', () => {
  it('R49 keeps a row for every model call, to be found by run, session, user and tenant', async () => {
    const ada = await runAs('ada', 'acme')
    await runAs('bob')
    const { ledger: stored } = indexedDbStorage()
    const rows = await stored.query()
    expect(rows.map(({ userId, iteration }) => [userId, iteration])).toEqual([
      ['ada', 0],
      ['ada', 1],
      ['bob', 0],
      ['bob', 1],
    ])
    expect(await stored.query({ runId: ada })).toEqual(rows.slice(0, 2))
    expect(await stored.query({ sessionId: rows[2]?.sessionId })).toEqual(rows.slice(2))
    expect(await stored.query({ userId: 'bob' })).toEqual(rows.slice(2))
    expect(await stored.query({ tenantId: 'acme', userId: 'bob' })).toEqual([])
    expect(await stored.query({ tenantId: 'acme' })).toEqual(rows.slice(0, 2))
  })
})

describe('audit', () => {
  it('R49 keeps a row for every tool call, which survives a reload', async () => {
    await runAs('ada', 'acme')
    const stored = indexedDbStorage().audit()
    const rows = await stored.query({ tenantId: 'acme' })
    expect(rows).toMatchObject([{ tool: 'note', callId: 'ada_1', status: 'ok' }])
    expect(await stored.query({ tool: 'other' })).toEqual([])
    expect(await stored.export('jsonl')).toBe(`${JSON.stringify(rows[0])}\n`)
  })

  it('A23 keeps the start of a call whose page has gone', async () => {
    const stored = indexedDbStorage().audit()
    const agent = createAgent({
      model: scriptedModel([calls({ name: 'note', id: 'c1' })]),
      tools: [
        new Tool({ name: 'note', description: 'Note', handler: () => new Promise(() => {}) }),
      ],
      use: [audit(stored)],
    })
    agent.chat('Note it').catch(() => undefined)
    const begun = () => indexedDbStorage().audit().query({ status: 'started' })
    await expect.poll(begun).toMatchObject([{ tool: 'note', callId: 'c1' }])
  })
})
