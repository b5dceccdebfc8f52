import { handlerError } from '../src/errors/errors.ts'
import {
  AgentError,
  type AgentPlugin,
  type AssistantToolCall,
  type ChatInput,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type RunContext,
  type RunResult,
} from '../src/index.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'

interface InRun {
  readonly run: RunContext
}

interface InCall extends InRun {
  readonly call: AssistantToolCall
}

type Returns<T> = T | undefined | void | Promise<T | undefined | void>

/** What a plug-in does at one point, and what it gives back to change something there. */
export interface Points {
  'run start': (at: InRun & { input: ChatInput | undefined }) => unknown
  'run end': (at: InRun & { result: RunResult | undefined }) => unknown
  'run error': (at: InRun & { error: Error }) => unknown
  'before request': (
    at: InRun & { request: ModelRequest; model: LanguageModelV4 },
  ) => Returns<
    { request?: ModelRequest; model?: LanguageModelV4 } | { response: Partial<ModelResponse> }
  >
  'after request': (
    at: InRun & { response: ModelResponse },
  ) => Returns<{ response: Partial<ModelResponse> }>
  message: (at: InRun & { message: Message }) => unknown
  'before call': (
    at: InCall,
  ) => Returns<
    | { call: Pick<AssistantToolCall, 'name' | 'arguments'> }
    | { result: unknown }
    | { error: unknown }
  >
  'after call': (at: InCall & { result: unknown }) => Returns<{ result: unknown }>
  'call error': (at: InCall & { error: AgentError }) => Returns<{ error: unknown }>
}

let count = 0

/** Makes a plug-in that acts at one point. Each has a name of its own. */
export function pluginAt<Point extends keyof Points>(
  point: Point,
  act: Points[Point],
): AgentPlugin {
  const make = plugins[point] as (act: unknown) => Omit<AgentPlugin, 'name'>
  return { name: `${point} ${++count}`, ...make(act) }
}

const plugins: { [Point in keyof Points]: (act: Points[Point]) => Omit<AgentPlugin, 'name'> } = {
  'run start': (act) => ({
    run: async (at, next) => {
      await act(at)
      return next()
    },
  }),
  'run end': (act) => ({
    run: async ({ run }, next) => {
      const result = await next()
      await act({ run, result })
      return result
    },
  }),
  'run error': (act) => ({
    run: async ({ run }, next) => {
      try {
        return await next()
      } catch (error) {
        await act({ run, error: error as Error })
        throw error
      }
    },
  }),
  'before request': (act) => ({
    request: async (at, next) => {
      const change = await act(at)
      if (!change) return next()
      if ('response' in change) return change.response
      return next({ ...change.request, ...(change.model && { model: change.model }) })
    },
  }),
  'after request': (act) => ({
    request: async ({ run }, next) => {
      const response = await next()
      const change = await act({ run, response })
      return change ? change.response : response
    },
  }),
  message: (act) => ({ message: act }),
  'before call': (act) => ({
    call: async ({ run, call }, next) => {
      const change = await act({ run, call })
      if (!change) return next()
      if ('result' in change) return change.result
      if ('call' in change) return next({ tool: change.call.name, args: change.call.arguments })
      throw AgentError.is(change.error)
        ? change.error
        : handlerError(call.name, call.id, change.error)
    },
  }),
  'after call': (act) => ({
    call: async ({ run, call }, next) => {
      const result = await next()
      const change = await act({ run, call, result })
      return change ? change.result : result
    },
  }),
  'call error': (act) => ({
    call: async ({ run, call }, next) => {
      try {
        return await next()
      } catch (error) {
        const change = await act({ run, call, error: error as AgentError })
        if (!change) throw error
        throw AgentError.is(change.error)
          ? change.error
          : handlerError(call.name, call.id, change.error)
      }
    },
  }),
}
