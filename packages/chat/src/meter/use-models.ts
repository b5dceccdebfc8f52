import { type ListedModel, listProxyModels, type ProxyConnection } from '@ambit/core'
import { useEffect, useRef, useState } from 'react'
import { useFrame } from '../frame/frame-context.ts'

const none: readonly ListedModel[] = []

/** Returns the models that a proxy allows; none until they are listed, and if they cannot be. */
export function useModels(proxy: ProxyConnection | undefined): readonly ListedModel[] {
  const [models, setModels] = useState(none)
  const { open } = useFrame()
  const latest = useRef(proxy)
  useEffect(() => void (latest.current = proxy))
  const baseURL = proxy?.baseURL
  const isTime = open && models.length === 0
  useEffect(() => {
    const connection = latest.current
    if (!isTime || !connection || baseURL === undefined) return undefined
    const controller = new AbortController()
    listProxyModels(connection, controller.signal)
      .then(setModels)
      .catch(() => undefined)
    return () => controller.abort()
  }, [isTime, baseURL])
  return models
}
