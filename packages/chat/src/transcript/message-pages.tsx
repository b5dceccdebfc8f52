import { type MessagePage, useMessagePages } from '@ambit/react'
import { memo, type ComponentType, type ReactElement } from 'react'
import { MessageView } from './message-view.tsx'

/**
 * The messages, in pages: a browser skips whole those that are out of view, which it cannot do cheaply for ten thousand messages one by
 * one. While `isBusy` the agent works on the last message.
 */
export function MessagePages({ isBusy }: { readonly isBusy: boolean }): ReactElement {
  const pages = useMessagePages()
  const active = isBusy ? pages.at(-1)?.at(-1) : undefined
  return (
    <>
      {pages.map((page, index) => (
        <Page key={page[0]} page={page} active={index === pages.length - 1 ? active : undefined} />
      ))}
    </>
  )
}

interface PageProps {
  readonly page: MessagePage
  /** The message the agent works on, if it is one of these. */
  readonly active: string | undefined
}

const Page: ComponentType<PageProps> = memo(function Page({ page, active }: PageProps) {
  return (
    <div className="ambit-page">
      {page.map((id) => (
        <MessageView key={id} id={id} isActive={id === active} />
      ))}
    </div>
  )
})
