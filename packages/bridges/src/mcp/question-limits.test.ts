import { describe, expect, it } from 'vitest'
import { withLimits } from './to-question.ts'
import { toQuestion } from './to-question.ts'

const schema = {
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: 1, maximum: 9 },
    share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    name: { type: 'string', minLength: 2, maxLength: 4 },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'l' }] },
    tags: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { anyOf: [{ const: 'a' }, { const: 'b' }] },
    },
    yes: { type: 'boolean' },
    odd: { type: 'string', format: 'colour', minLength: 'many' },
  },
  required: ['count'],
}

const issuesOf = async (value: unknown): Promise<readonly unknown[]> => {
  const checked = await withLimits(schema)['~standard'].validate(value)
  return 'issues' in checked ? (checked.issues ?? []) : []
}

describe('a question of the revision 2025-06-18', () => {
  it('has its titles of choices', () => {
    const schema = toQuestion({
      requestedSchema: {
        type: 'object',
        properties: { n: { type: 'string', enum: ['1', '2'], enumNames: ['One', 'Two'] } },
      },
    })
    const json = schema?.['~standard'].jsonSchema?.input({ target: 'draft-07' })
    expect(json).toMatchObject({
      properties: {
        n: {
          oneOf: [
            { const: '1', title: 'One' },
            { const: '2', title: 'Two' },
          ],
        },
      },
    })
    expect(schema?.['~standard'].validate({ n: '2' })).toEqual({ value: { n: '2' } })
    expect(schema?.['~standard'].validate({ n: 'Two' })).toHaveProperty('issues')
  })
})

describe('withLimits', () => {
  it('5 takes answers within the limits, and fields that are absent', async () => {
    expect(await issuesOf({ count: 1 })).toEqual([])
    const all = {
      count: 9,
      share: 0.5,
      name: 'Zoë😀',
      mail: 'a@b.example',
      page: 'https://a.example',
      day: '2028-02-29',
      at: '2026-01-02T03:04:05Z',
      size: 'l',
      tags: ['a', 'b'],
      yes: false,
      odd: '',
    }
    expect(await issuesOf(all)).toEqual([])
  })

  it.each([
    [{ count: -5 }, 'expected at least 1'],
    [{ count: 10 }, 'expected at most 9'],
    [{ share: 0 }, 'expected more than 0'],
    [{ share: 1 }, 'expected less than 1'],
    [{ name: 'x' }, 'expected at least 2 characters'],
    [{ name: 'xxxxx' }, 'expected at most 4 characters'],
    [{ mail: 'nobody' }, 'expected email'],
    [{ page: 'no page' }, 'expected uri'],
    [{ day: '2026-02-30' }, 'expected date'],
    [{ at: '2026-02-03' }, 'expected date-time'],
    [{ size: 'm' }, 'expected one of s, l'],
    [{ tags: [] }, 'expected at least 1 choices'],
    [{ tags: ['a', 'c'] }, 'expected one of a, b'],
  ])('5 refuses %j', async (given, message) => {
    const [name] = Object.keys(given)
    expect(await issuesOf({ count: 1, ...given })).toEqual([{ message, path: [name] }])
  })

  it('5 checks the types first, as any schema', async () => {
    expect(await issuesOf({ count: 'many' })).toMatchObject([{ path: ['count'] }])
    expect(await issuesOf({})).toEqual([{ message: 'required', path: ['count'] }])
  })
})
