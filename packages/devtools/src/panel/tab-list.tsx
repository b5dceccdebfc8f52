import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import type { Watched } from '../watch/watch-agent.ts'
import type { TabName } from './tab.ts'
import { tabs } from './tabs.ts'

interface TabListProps {
  readonly chosen: TabName
  /** The agent that the marks of the tabs are for. */
  readonly watched: Watched | undefined
  readonly onChoose: (tab: TabName) => void
  /** True to have the focus when it comes. */
  readonly takesFocus: boolean
}

/**
 * Renders the tabs. Arrow keys, Home and End move between them.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function TabList({ chosen, watched, onChoose, takesFocus }: TabListProps): ReactElement {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }, [takesFocus])
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === chosen)
    const last = tabs.length - 1
    const to = {
      ArrowLeft: at > 0 ? at - 1 : last,
      ArrowRight: at < last ? at + 1 : 0,
      Home: 0,
      End: last,
    }[event.key]
    const next = tabs[to ?? -1]
    if (!next) return
    event.preventDefault()
    onChoose(next.name)
    list.current?.querySelectorAll('button')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div role="tablist" aria-label="Views" className="tabs" ref={list} tabIndex={-1}>
      {tabs.map(({ name, title, Mark }) => (
        <button
          key={name}
          id={`tab-${name}`}
          role="tab"
          type="button"
          aria-selected={name === chosen}
          aria-controls={name === chosen ? 'content' : undefined}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
          onKeyDown={move}
        >
          {title}
          {watched && Mark && <Mark watched={watched} />}
        </button>
      ))}
    </div>
  )
}
