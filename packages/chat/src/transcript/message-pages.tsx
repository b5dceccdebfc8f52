import type { MessagePage } from '@ambit/react'
import { memo, useState, type ComponentType, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { MessageView } from './message-view.tsx'
import { SamePlace } from './same-place.ts'

export interface MessagePagesProps {
  /** The pages that are drawn. */
  readonly pages: readonly MessagePage[]
  readonly isBusy: boolean
}

/**
 * Renders the messages in pages. A browser can skip whole pages out of view; skipping ten thousand
 * single messages would not be cheap. While `isBusy`, the agent works on the last message.
 */
export function MessagePages({ pages, isBusy }: MessagePagesProps): ReactElement {
  const { end } = useChat()
  const [keys] = useState(() => new PageKeys())
  const keyOf = keys.of(pages)
  const active = isBusy ? pages.at(-1)?.at(-1) : undefined
  return (
    <>
      <SamePlace pages={pages} end={end} />
      {pages.map((page, index) => (
        <Page
          key={keyOf(page)}
          page={page}
          active={index === pages.length - 1 ? active : undefined}
        />
      ))}
    </>
  )
}

/**
 * The React keys of pages. The key of a page is the id of its first message, and stays the same
 * when older messages join the page. With a new key, the page would be drawn anew and lose its
 * focus and its open parts.
 */
class PageKeys {
  readonly #keys = new Map<string | undefined, string>()
  #first: string | undefined

  /** Returns a function that gives the key of each of these pages. */
  of(pages: readonly MessagePage[]): (page: MessagePage) => string | undefined {
    const keyOf = ([id]: MessagePage): string | undefined => this.#keys.get(id) ?? id
    const before = this.#first
    this.#first = pages[0]?.[0]
    if (before === undefined || before === this.#first) return keyOf
    const joined = pages.find((page) => page.indexOf(before) > 0)
    if (joined) this.#keys.set(joined[0], keyOf([before]) ?? before)
    return keyOf
  }
}

interface PageProps {
  readonly page: MessagePage
  /** The id of the message that the agent works on, if this page has that message. */
  readonly active: string | undefined
}

const Page: ComponentType<PageProps> = memo(function Page({ page, active }: PageProps) {
  return (
    <div className="ambit-page">
      {page.map((id) => (
        <MessageView key={id} id={id} isActive={id === active} isReplaceable />
      ))}
    </div>
  )
})
