import {
  type Effect,
  type Enabled,
  type OptionNames,
  type StandardSchema,
  type Unavailable,
  unavailable,
} from '@ambit/core'
import { readSchema } from '@ambit/core/schema'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { useCommitted, useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { useNames } from '../tools/use-names.ts'
import { useScopeRegistration } from '../tools/use-scope.tsx'
import { useTool } from '../tools/use-tool.ts'
import type { Checked } from './change-state.ts'
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
  effect?: Effect
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
export type Pair<State> = readonly [state: State, replace: (next: State) => unknown]

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
  const { apply, check, parameters } = useMemo(
    () => toPatches(schema, tool, () => committed.current[0]),
    [schema, tool, committed],
  )
  // What was written in place of the state that the page showed, until it shows another one.
  const [written] = useState(() => new Map<State, State>())
  useIsomorphicLayoutEffect(() => {
    if (!written.has(pair[0])) written.clear()
  })
  const read = (): State => committed.current[0]
  const scope = useScopeRegistration({ name, context: read }, problem)
  useTool({
    scope,
    name: tool,
    description,
    parameters,
    effect,
    enabled: options.state && pair[0] === undefined ? isLoading : enabled,
    edits: read,
    handler: async (patch, ctx) => {
      const about = scope.about()
      const { changeState } = await import('./change-state.ts')
      const state = { name, apply, check, committed, setOwn: own[1], written, scope, about }
      return changeState(state, patch, ctx, undo)
    },
  })
  return pair
}

const isLoading = (): Unavailable => unavailable('Not loaded yet')

interface Patches<State> {
  /** Applies a patch to a state, and checks what that gives. */
  readonly apply: (now: State, patch: unknown) => Checked<State>
  readonly check: (value: unknown) => Checked<State>
  /** The parameters of a tool that takes patches. They are checked with the state of now. */
  readonly parameters: StandardSchema<unknown, Record<string, unknown>>
}

function toPatches<State>(
  schema: StandardSchema<unknown, State>,
  tool: string,
  read: () => State,
): Patches<State> {
  const whole = () => readSchema(schema, `tool "${tool}"`)
  const check: Patches<State>['check'] = (value) => {
    const checked = whole().validate(value)
    if (checked instanceof Promise) throw new TypeError('The schema must check at once.')
    return checked as Checked<State>
  }
  const apply: Patches<State>['apply'] = (now, patch) => {
    const { jsonSchema } = whole()
    const isMerged = isObject(jsonSchema)
    const given = isMerged ? patch : (patch as { readonly value: unknown }).value
    const checked = check(isMerged ? applyPatch(now, given, jsonSchema) : given)
    if (checked.issues) return checked
    // Many schemas drop members that they do not know.
    const issues = missingIn(checked.value, given).map((path) => ({ message: 'unknown', path }))
    return issues.length ? { issues } : checked
  }
  return {
    apply,
    check,
    parameters: {
      '~standard': {
        version: 1,
        vendor: 'ambit',
        validate: (patch) => {
          const { issues } = apply(read(), patch)
          return issues ? { issues } : { value: patch as Record<string, unknown> }
        },
        jsonSchema: { input: () => toPatchParameters(whole().jsonSchema) },
      },
    },
  }
}

const isObject = ({ type }: JsonSchema): boolean => type === 'object'

/** Returns the parameters for patches of a state. One that is not an object is in `value`. */
function toPatchParameters(schema: JsonSchema): JsonSchema {
  const { $defs, definitions } = schema
  if (!isObject(schema))
    return {
      $defs,
      definitions,
      type: 'object',
      properties: { value: schema },
      required: ['value'],
    }
  const description = 'Only the given members change; null removes one.'
  return { ...toPatchSchema(schema), description }
}
