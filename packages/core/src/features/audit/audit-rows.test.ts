import { describe, expect, it } from 'vitest'
import type { AuditRow } from '../audit/index.ts'
import { type AgentPlugin, parts } from '../../plugins.ts'
import { memoryAudit } from './audit.ts'
import { completeAudit, formatAudit } from './rows.ts'

const row = (over: Partial<AuditRow> = {}): AuditRow => ({
  at: 2_000,
  startedAt: 1_000,
  durationMs: 1_000,
  runId: 'r1',
  rootRunId: 'r1',
  agentId: 'helper',
  sessionId: 's1',
  callId: 'c1',
  tool: 'add',
  source: 'model',
  isTainted: false,
  status: 'ok',
  argumentsHash: 'abc',
  ...over,
})

/** Adds a row as a run does. */
const appendTo = (audit: AgentPlugin, added: AuditRow): void =>
  void audit[parts]?.audit?.append(added)

describe('memoryAudit', () => {
  it('R49 finds rows by run, session, user, tenant, tool, status and time', () => {
    const audit = memoryAudit()
    appendTo(audit, row({ userId: 'u1', tenantId: 't1' }))
    appendTo(
      audit,
      row({ at: 3_000, runId: 'r2', rootRunId: 'r1', sessionId: 's2', tenantId: 't2' }),
    )
    appendTo(
      audit,
      row({ at: 4_000, runId: 'r3', rootRunId: 'r3', tool: 'wire', status: 'denied' }),
    )
    const found = (...[filter]: Parameters<typeof audit.query>) =>
      audit.query(filter).map(({ runId }) => runId)
    expect(found()).toEqual(['r1', 'r2', 'r3'])
    expect(found({ runId: 'r2' })).toEqual(['r2'])
    expect(found({ rootRunId: 'r1' })).toEqual(['r1', 'r2'])
    expect(found({ sessionId: 's1' })).toEqual(['r1', 'r3'])
    expect(found({ userId: 'u1' })).toEqual(['r1'])
    expect(found({ tenantId: 't2' })).toEqual(['r2'])
    expect(found({ tenantId: undefined })).toEqual(['r1', 'r2', 'r3'])
    expect(found({ tool: 'wire', status: 'denied' })).toEqual(['r3'])
    expect(found({ tool: 'wire', status: 'ok' })).toEqual([])
    expect(found({ from: 3_000 })).toEqual(['r2', 'r3'])
    expect(found({ to: 3_000 })).toEqual(['r1'])
    appendTo(audit, row({ runId: 'r4', callId: 'c4' }))
    expect(found({ callId: 'c4' })).toEqual(['r4'])
    expect(found({ callId: 'c4', runId: 'r1' })).toEqual([])
  })

  it('A23 can only be added to', () => {
    const audit = memoryAudit()
    appendTo(audit, row())
    ;(audit.query() as AuditRow[]).length = 0
    expect(audit.query()).toHaveLength(1)
  })

  it('keeps the newest rows', () => {
    const audit = memoryAudit({ maxRows: 2 })
    for (const runId of ['r1', 'r2', 'r3']) appendTo(audit, row({ runId }))
    expect(audit.query().map(({ runId }) => runId)).toEqual(['r2', 'r3'])
  })
})

describe('formatAudit', () => {
  it('A23 writes a JSON object a line', () => {
    const rows = [row(), row({ reason: 'two\nlines', arguments: { a: 1 } })]
    const lines = formatAudit(rows, 'jsonl').split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows)
    expect(formatAudit([], 'jsonl')).toBe('')
  })

  it('A23 writes CSV that a spreadsheet reads as text', () => {
    const [header, line] = formatAudit(
      [row({ tool: '=HYPERLINK("x")', reason: 'a "quoted", word', arguments: { a: [1] } })],
      'csv',
    ).split('\r\n')
    expect(header).toMatch(/^at,startedAt,durationMs,runId,/)
    expect(line).toContain(`,"'=HYPERLINK(""x"")",`)
    expect(line).toContain(',"a ""quoted"", word",')
    expect(line).toContain(',"{""a"":[1]}",')
    expect(header?.split(',')).toHaveLength(28)
  })
})

describe('the start and the end of a call', () => {
  const start = (over: Partial<AuditRow> = {}) => row({ status: 'started', ...over })

  it('A23 are one row, once the call has ended', () => {
    const rows = [
      start({ callId: 'a' }),
      start({ callId: 'b' }),
      row({ callId: 'b' }),
      start({ callId: 'c' }),
      row({ callId: 'd', status: 'denied' }),
      row({ callId: 'c', sessionId: 's2' }),
    ]
    const told = rows.filter((_, at) => at !== 1)
    expect(completeAudit(rows)).toEqual(told)
    const audit = memoryAudit()
    for (const each of rows) appendTo(audit, each)
    expect(audit.query()).toEqual(told)
    expect(audit.query({ status: 'started' })).toEqual([rows[0], rows[3]])
    expect(formatAudit(told, 'csv')).toContain(',started,')
  })

  it('A23 are one row where another run ended the call, or ran it again', () => {
    const ended = row({ runId: 'r2', status: 'interrupted' })
    expect(completeAudit([start({ runId: 'r1' }), ended])).toEqual([ended])
    const again = row({ runId: 'r2' })
    expect(completeAudit([start({ runId: 'r1' }), start({ runId: 'r2' }), again])).toEqual([again])
  })

  it('A23 are not ended by an undo, or by an approval that is taken back', () => {
    const rows = [
      start(),
      row({ undoneRunId: 'r1' }),
      start({ callId: 'c2' }),
      row({ status: 'revoked', callId: 'c2' }),
    ]
    expect(completeAudit(rows)).toEqual(rows)
  })

  it('A23 count as one of `maxRows`', () => {
    const audit = memoryAudit({ maxRows: 2 })
    for (const callId of ['a', 'b', 'c']) {
      appendTo(audit, start({ callId }))
      appendTo(audit, row({ callId }))
    }
    expect(audit.query().map(({ callId }) => callId)).toEqual(['b', 'c'])
    for (const callId of ['d', 'e', 'f']) appendTo(audit, start({ callId }))
    appendTo(audit, row({ callId: 'd' }))
    expect(audit.query().map(({ callId, status }) => [callId, status])).toEqual([
      ['f', 'started'],
      ['d', 'ok'],
    ])
  })
})
