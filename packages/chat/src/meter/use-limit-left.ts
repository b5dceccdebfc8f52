import { fetchProxyUsage, type ProxyConnection } from '@ambit/core'
import { useEffect, useRef, useState } from 'react'
import { useChat } from '../chat-context.ts'
import { useFrame } from '../frame/frame-context.ts'
import { useActivity } from '../use-activity.ts'
import { type LimitLeft, limitLeft } from './limit-left.ts'

/**
 * Returns what is left of the user's limits at a proxy. Asks when the chat opens and after each
 * run. Undefined while nothing is known, and if the proxy limits nothing. An error is silent: the
 * last answer stays.
 */
export function useLimitLeft(proxy: ProxyConnection | undefined): LimitLeft | undefined {
  const { agent } = useChat()
  const { open } = useFrame()
  const [left, setLeft] = useState<LimitLeft>()
  const isTime = useActivity(agent, ({ status }) => status === 'idle') && open
  const latest = useRef(proxy)
  useEffect(() => void (latest.current = proxy))
  const baseURL = proxy?.baseURL
  useEffect(() => {
    const connection = latest.current
    if (!isTime || !connection || baseURL === undefined) return undefined
    const controller = new AbortController()
    const { signal } = controller
    fetchProxyUsage(connection, signal)
      .then((usage) => !signal.aborted && setLeft(limitLeft(usage, Date.now())))
      .catch(() => undefined)
    return () => controller.abort()
  }, [isTime, baseURL])
  return left
}
