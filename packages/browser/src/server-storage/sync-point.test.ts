import { newSession, type SessionRow } from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { claimedPoint, mergeFields, sendingPoint, syncPointOf } from './sync-point.ts'

const session = newSession('s', 1)
const running = (id: string): SessionRow => ({ ...session, run: { id } as never })

describe('the merge of a run', () => {
  const point = sendingPoint(syncPointOf(undefined), running('mine'))

  it('ends one that the device has sent, and that arrived after it ended here', () => {
    const { toServer, toDevice } = mergeFields(session, running('mine'), point)
    expect(toServer).toEqual({ run: null })
    expect(toDevice).toEqual({})
  })

  it('leaves one that another device has begun', () => {
    const { toServer, toDevice } = mergeFields(session, running('theirs'), point)
    expect(toServer).toEqual({})
    expect(toDevice).toEqual({ run: { id: 'theirs' } })
  })

  it('sends one that goes on, also if it did not arrive before', () => {
    const { toServer, toDevice } = mergeFields(running('mine'), session, point)
    expect(toServer).toEqual({ run: { id: 'mine' } })
    expect(toDevice).toEqual({})
  })
})

describe('the epoch of a sync point', () => {
  const pointAfter = (server: SessionRow, point = syncPointOf(undefined)) =>
    mergeFields(session, server, point).pointAfter({ device: true, server: true }, undefined)

  it('is never that of a row that was read, which a claim of this device may have created', () => {
    expect(pointAfter({ ...session, epoch: 1 }).epoch).toBe(0)
    expect(pointAfter({ ...session, epoch: 5, next: 2 }).epoch).toBe(1)
  })

  it('is that of the first claim', () => {
    const point = claimedPoint(syncPointOf(undefined), { ...session, epoch: 5 })
    expect(pointAfter({ ...session, epoch: 6, next: 2 }, point).epoch).toBe(5)
  })
})
