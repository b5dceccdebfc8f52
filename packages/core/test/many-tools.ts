import { type AnyTool, Scope, Tool, jsonSchema, unavailable } from '../src/index.ts'

/** A page with many tools. */
export interface ManyTools {
  readonly scopes: readonly Scope[]
  /** True while every second tool is on. The others always are. */
  isOpen: boolean
}

/** Returns a page of `count` tools, ten in each scope, with parameters of the usual size. */
export function manyTools(count: number): ManyTools {
  const page = { isOpen: false, scopes: [] as readonly Scope[] }
  const toTool = (scope: number, at: number): AnyTool =>
    new Tool({
      name: `area${scope}_op${at}`,
      description: `Does operation ${at} on the records of area ${scope}, for people who may do so.`,
      parameters: jsonSchema({
        type: 'object',
        properties: {
          id: { type: 'string', description: 'The record' },
          note: { type: 'string' },
          mode: { type: 'string', enum: ['a', 'b', 'c'] },
        },
        required: ['id'],
      }),
      effect: 'read',
      enabled: at % 2 === 1 ? () => page.isOpen || unavailable('Open a record first') : undefined,
      handler: () => {
        page.isOpen = !page.isOpen
        return { done: true }
      },
    })
  page.scopes = Array.from(
    { length: count / 10 },
    (_scope, scope) =>
      new Scope({
        name: `area${scope}`,
        tools: Array.from({ length: 10 }, (_tool, at) => toTool(scope, at)),
      }),
  )
  return page
}
