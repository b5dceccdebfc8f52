import {
  type Enabled,
  type OptionNames,
  type StandardSchema,
  type ToolOptions,
  type ValidationIssue,
} from '@ambit/core'
import { readSchema } from '@ambit/core/schema'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { useCommitted } from '../agent/use-committed.ts'
import { useNames } from '../tools/use-names.ts'
import { useScopeRegistration } from '../tools/use-scope.tsx'
import { useTool } from '../tools/use-tool.ts'
import { applyPatch, type JsonSchema, missingIn, toPatchSchema } from './merge-patch.ts'

/** The options of a state that the agent reads and changes. */
export interface AgentStateOptions<State> {
  /**
   * The schema of the state, of any type. It must accept what it returns, and check at once. Keep
   * it outside of the component. The context has the JSON of the state.
   */
  schema: StandardSchema<unknown, State>
  /** What the state is, in a sentence for the model, such as `The filters of the list.` */
  description: string
  /** The effect of the agent's changes, as of a tool. Default `write`. */
  effect?: ToolOptions<never, unknown>['effect']
  /** Whether the agent may change the state. It reads the state in any case. Default: always. */
  enabled?: Enabled | undefined
  /** False if a change cannot be undone by another change of the state. Default true. */
  undo?: boolean | undefined
}

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<AgentStateOptions<unknown> & { initial: unknown; state: unknown }> = {
  description: '',
  effect: '',
  enabled: 'disabled',
  initial: 'value',
  schema: '',
  state: '',
  undo: '',
}

/** What keeps a state in place of the hook: the state of this render, and what replaces it. */
type Pair<State> = readonly [state: State, replace: (next: State) => unknown]

/**
 * `useState` for a state that the agent reads and changes. While the component is mounted, the
 * scope `name` has the state as its context, and the tool `set_<name>`. That takes a JSON Merge
 * Patch: the members to change, or `value`, all of it, for a state that is not an object. A patch
 * that the schema refuses changes nothing, and the model is told why.
 *
 * Undoing a change puts back what is still as the agent left it, member by member. In lists of
 * things with an `id`, thing by thing. The rest stays, and a sentence for people names it.
 *
 * Renders as `useState` does: the state alone re-renders the component. With `state`, something
 * else keeps it: a reducer, a store, the address. The hook then returns that pair.
 *
 * Two components with one name follow the rule of `useScope`. A name or a schema that no tool could
 * have is left out, as `useTool` tells. So is a state with an option that does not exist. The hook
 * works all the same.
 */
export function useAgentState<State>(
  name: string,
  options: AgentStateOptions<State> & {
    /** The state at the start, or a function that returns it, as of `useState`. */
    initial: NoInfer<State | (() => State)>
  },
): [State, Dispatch<SetStateAction<State>>]
export function useAgentState<State, Kept extends Pair<State>>(
  name: string,
  options: AgentStateOptions<State> & {
    /**
     * The state of this render, and the function that replaces it. The call ends when a promise of
     * it resolves, and fails when that rejects.
     */
    state: Kept
  },
): Kept
export function useAgentState<State>(
  name: string,
  options: AgentStateOptions<State> & {
    initial?: State | (() => State)
    state?: Pair<State>
  },
): Pair<State> {
  const { schema, description, effect, enabled, undo = true } = options
  const problem = useNames('`useAgentState`', options, names)
  const own = useState(options.initial as State | (() => State))
  const pair = options.state ?? own
  const committed = useCommitted(pair)
  const tool = `set_${name}`
  const { check, parameters } = useMemo(
    () => toPatches(schema, tool, () => committed.current[0]),
    [schema, tool, committed],
  )
  const change = (toNext: (now: State) => State): unknown => {
    const [now, set] = committed.current
    // As with any functional update, changes that are not committed yet come first.
    return set === own[1] ? own[1](toNext) : set(toNext(now))
  }
  const scope = useScopeRegistration({ name, context: () => committed.current[0] }, problem)
  useTool({
    scope,
    name: tool,
    description,
    parameters,
    effect,
    enabled,
    handler: async (patch, ctx) => {
      const [before] = committed.current
      const { value: after, issues } = check(before, patch)
      if (issues) throw new Error('It changed, and the patch no longer fits.')
      await change((now) => {
        const next = check(now, patch)
        return next.issues ? now : next.value
      })
      if (undo)
        ctx.undo(async () => {
          const { takeBack } = await import('@ambit/core/put-back')
          if (!scope.registered) throw new Error('That is no longer on the page.')
          const back = (now: State) => takeBack({ before, after }, now, name)
          const { stays } = back(committed.current[0])
          await change((now) => back(now).value as State)
          if (stays !== undefined) throw new Error(stays)
        })
    },
  })
  return pair
}

type Checked<State> =
  | { readonly value: State; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[]; readonly value?: undefined }

interface Patches<State> {
  /** Applies a patch to a state, and checks what that gives. */
  readonly check: (now: State, patch: unknown) => Checked<State>
  /** The parameters of a tool that takes patches. They are checked with the state of now. */
  readonly parameters: StandardSchema<unknown, Record<string, unknown>>
}

function toPatches<State>(
  schema: StandardSchema<unknown, State>,
  tool: string,
  read: () => State,
): Patches<State> {
  const whole = () => readSchema(schema, `tool "${tool}"`)
  const check: Patches<State>['check'] = (now, patch) => {
    const { jsonSchema, validate } = whole()
    const isMerged = isObject(jsonSchema)
    const given = isMerged ? patch : (patch as { readonly value: unknown }).value
    const checked = validate(isMerged ? applyPatch(now, given, jsonSchema) : given)
    if (checked instanceof Promise) throw new TypeError('The schema must check at once.')
    if ('issues' in checked) return { issues: checked.issues }
    // Many schemas drop members that they do not know.
    const issues = missingIn(checked.value, given).map((path) => ({ message: 'unknown', path }))
    return issues.length ? { issues } : checked
  }
  return {
    check,
    parameters: {
      '~standard': {
        version: 1,
        vendor: 'ambit',
        validate: (patch) => {
          const { issues } = check(read(), patch)
          return issues ? { issues } : { value: patch as Record<string, unknown> }
        },
        jsonSchema: { input: () => toPatchParameters(whole().jsonSchema) },
      },
    },
  }
}

const isObject = ({ type }: JsonSchema): boolean => type === 'object'

/** Returns the parameters for patches of a state. One that is not an object is in `value`. */
const toPatchParameters = (schema: JsonSchema): JsonSchema =>
  isObject(schema)
    ? { ...toPatchSchema(schema), description: 'Only the given members change; null removes one.' }
    : {
        $defs: schema.$defs,
        definitions: schema.definitions,
        type: 'object',
        properties: { value: schema },
        required: ['value'],
      }
