import type { Message } from '../values/message.ts'
import type { SessionHost } from './session-host.ts'

/** How long a page may take to register its tools before a run goes on without them. */
const patienceMs = 5_000

/** Resolves when the tools that the last turn called are registered, or it is no longer waited for: a page that was just loaded draws itself first. */
export async function toolsThere(
  { agent: { scopes }, ports }: SessionHost,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<void> {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
  const names = turn.flatMap((message) =>
    message.role === 'assistant' ? (message.calls ?? []).map(({ name }) => name) : [],
  )
  const areThere = (): boolean => names.every((name) => scopes.find(name))
  if (areThere()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  const unsubscribe = scopes.subscribe(() => areThere() && resolve())
  const timer = ports.clock.setTimeout(resolve, patienceMs)
  await promise
  unsubscribe()
  ports.clock.clearTimeout(timer)
}
