import { jsonSchema } from '@ambit/core'
import { type Dispatch, type SetStateAction, useReducer } from 'react'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { useAgentState } from '../state.ts'

const schema = z.object({ city: z.string().optional() })
type Filters = z.infer<typeof schema>
const description = 'The filters.'

describe('useAgentState', () => {
  it('infers the state from the schema, as useState would', () => {
    const [filters, setFilters] = useAgentState('filters', { schema, description, initial: {} })
    expectTypeOf(filters).toEqualTypeOf<Filters>()
    expectTypeOf(setFilters).toEqualTypeOf<Dispatch<SetStateAction<Filters>>>()
    const [count] = useAgentState('count', {
      schema: jsonSchema<number>({ type: 'integer' }),
      description,
      initial: () => 1,
    })
    expectTypeOf(count).toEqualTypeOf<number>()
  })

  it('returns the pair that keeps a state elsewhere', () => {
    const pair = useReducer((_: Filters, next: Filters) => next, {})
    const [filters, dispatch] = useAgentState('filters', { schema, description, state: pair })
    expectTypeOf(filters).toEqualTypeOf<Filters>()
    expectTypeOf(dispatch).toEqualTypeOf<(typeof pair)[1]>()
  })

  it('refuses what does not fit', () => {
    // @ts-expect-error -- the schema has a text
    useAgentState('filters', { schema, description, initial: { city: 1 } })
    // @ts-expect-error -- nothing says what the state is at the start
    useAgentState('filters', { schema, description })
  })
})
