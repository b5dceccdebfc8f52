import { useEffect, useState } from 'react'
import type { McpConnection } from '../mcp/mcp-connection.ts'
import { type AppPage, readAppPage } from './app-of-tool.ts'

/** The page of an app: undefined while it is read, and null if the server does not give it. */
export type LoadedPage = AppPage | null | undefined

/** Reads the page of an app while the server is there. A page that was read stays. */
export function useAppPage(
  connection: McpConnection,
  uri: string | undefined,
  isReady: boolean,
): LoadedPage {
  const [found, setFound] = useState<{ uri: string; page: LoadedPage }>()
  const known = found?.uri === uri ? found?.page : undefined
  const isWanted = isReady && !known
  useEffect(() => {
    if (uri === undefined || !isWanted) return
    const gone = new AbortController()
    const set = (page: LoadedPage): void => {
      if (!gone.signal.aborted) setFound({ uri, page })
    }
    readAppPage(connection, uri, gone.signal).then(set, () => set(null))
    return () => gone.abort()
  }, [connection, uri, isWanted])
  return known
}
