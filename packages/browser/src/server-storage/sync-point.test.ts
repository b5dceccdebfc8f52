import { newSession, type SessionRow } from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { mergeFields, sendingPoint, syncPointOf } from './sync-point.ts'

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
