import { isPlainJson } from '@ambit/protocol'
import * as fc from 'fast-check'
import { call, calls } from '@ambit/testing'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { pendingOne } from '../../test/pending-approvals.ts'
import { Tool } from '../index.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '../json/json.ts'
import { toJsonText, canonicalJson } from '../json/json-text.ts'

const isLong = Boolean(env['AMBIT_LONG'])

/** A schema, and JSON that it takes. */
interface Sample {
  readonly schema: z.ZodType
  readonly value: JsonValue
}

const text = fc.string({ maxLength: 4 })

const of = (schema: z.ZodType, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<Sample> =>
  value.map((one) => ({ schema, value: one }))

const leaf = fc.oneof(
  of(z.string(), text),
  of(z.number(), fc.integer()),
  of(z.boolean(), fc.boolean()),
  of(z.any(), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>),
  of(z.string().trim(), fc.constantFrom(' a ', 'a')),
  of(z.coerce.number(), fc.constantFrom('7', 7)),
  of(z.coerce.string(), fc.constantFrom('7', 7)),
  of(z.number().catch(5), fc.constantFrom(7, 'seven')),
  of(
    z.preprocess((given) => String(given), z.string()),
    fc.constantFrom(1, 'x'),
  ),
  of(
    z.string().transform((given) => new Date(given.length)),
    text,
  ),
  of(
    z.string().transform((given) => BigInt(given.length)),
    text,
  ),
  of(
    z.array(z.string()).transform((given) => new Set(given)),
    fc.array(text, { maxLength: 2 }),
  ),
  of(z.record(z.string(), z.number()), fc.dictionary(fc.stringMatching(/^[a-z]$/), fc.nat(9))),
)

const junk = fc.dictionary(fc.stringMatching(/^zz[a-z]$/), fc.oneof(text, fc.nat()), {
  maxKeys: 2,
  noNullPrototype: true,
})

type Shape = Readonly<Record<string, z.ZodType>>

const kinds = {
  plain: (shape: Shape) => z.object(shape),
  loose: (shape: Shape) => z.looseObject(shape),
  renaming: (shape: Shape) => z.object(shape).transform((given) => ({ all: given })),
  listing: (shape: Shape) => z.object(shape).transform((given) => Object.values(given)),
  mapping: (shape: Shape) => z.object(shape).transform((given) => new Map(Object.entries(given))),
  adding: (shape: Shape) => z.object(shape).transform((given) => ({ ...given, added: 1 })),
  union: (shape: Shape) =>
    z.union([z.strictObject({ never: z.literal('never') }), z.object(shape)]),
} satisfies Record<string, (shape: Shape) => z.ZodType>

type Kind = keyof typeof kinds

function object(depth: number, names: readonly Kind[]): fc.Arbitrary<Sample> {
  const member = fc.tuple(
    sample(depth - 1),
    fc.constantFrom('given', 'default', 'optional', 'prefault'),
    fc.boolean(),
  )
  const members = fc.dictionary(fc.stringMatching(/^[a-d]$/), member, {
    maxKeys: 3,
    noNullPrototype: true,
  })
  return fc.tuple(members, junk, fc.constantFrom(...names)).map(([given, extra, kind]) => {
    const shape: Record<string, z.ZodType> = {}
    const value: Record<string, JsonValue> = { ...extra }
    for (const [key, [{ schema, value: own }, presence, isLeftOut]] of Object.entries(given)) {
      const parsed = schema.parse(own)
      shape[key] = {
        given: schema,
        optional: schema.optional(),
        prefault: schema.prefault(own),
        // A default in JSON Schema is always JSON.
        default: isPlainJson(parsed) ? schema.default(parsed) : schema.optional(),
      }[presence]
      if (presence === 'given' || !isLeftOut) value[key] = own
    }
    return { schema: kinds[kind](shape), value }
  })
}

function sample(depth: number): fc.Arbitrary<Sample> {
  if (depth === 0) return leaf
  const list = sample(depth - 1).chain(({ schema, value }) =>
    fc.constant({ schema: z.array(schema), value: [value, value] }),
  )
  return fc.oneof(leaf, list, object(depth, Object.keys(kinds) as Kind[]))
}

/** Shows a call to a user who allows it. Resolves with what was shown and what was got. */
async function play(schema: z.ZodType, given: JsonObject) {
  let got: unknown
  const tool = new Tool({
    name: 'x',
    description: 'x',
    parameters: schema as z.ZodType<unknown>,
    approval: true,
    handler: (args) => void (got = args),
  })
  const { agent } = agentUnderTest([calls(call('x', given)), 'done'], { tools: [tool] })
  agent.pending.attach('approval')
  const run = agent.chat('go')
  const request = await pendingOne(agent)
  agent.pending.approve(request.id)
  await run
  return { request, got }
}

/** Repeats how a shown value is written, for comparison. */
const write = (value: unknown): string => canonicalJson(JSON.parse(toJsonText(value)))

describe('what a user is shown of a call', () => {
  it(
    'R57 is what the model gave, and all that the handler gets',
    async () => {
      let transformed = 0
      let ignored = 0
      await fc.assert(
        fc.asyncProperty(object(3, ['plain', 'loose', 'adding']), async ({ schema, value }) => {
          const given = value as JsonObject
          const { request, got } = await play(schema, given)
          const { args, asked = args } = request
          if (asked !== args) transformed++
          if (request.ignored) ignored++
          // Everything the handler got.
          const [shown] = isJsonObject(got) ? [args] : Object.values(args)
          expect(write(got)).toBe(canonicalJson(shown))
          // The handler gets exactly a parse of the arguments.
          expect(write(schema.parse(asked))).toBe(write(got))
          expect(canonicalJson(asked)).toBe(canonicalJson(given))
          // What is said to be ignored does not reach the handler by its name.
          for (const [path, value] of Object.entries(request.ignored ?? {})) {
            const at = (from: unknown): unknown =>
              path.split('.').reduce((inner, name) => Object(inner)[name] as unknown, from)
            expect(at(asked)).toEqual(value)
            expect(at(args)).toBeUndefined()
          }
          expect(isJsonObject(args) && Object.isFrozen(args)).toBe(true)
        }),
        { numRuns: isLong ? 5000 : 300, seed: 20_261_122 },
      )
      expect(transformed).toBeGreaterThan(20)
      expect(ignored).toBeGreaterThan(20)
    },
    isLong ? 600_000 : 60_000,
  )
})
