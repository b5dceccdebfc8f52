import { type ReactElement, useCallback, useState } from 'react'
import type { Shown } from '../watch/shown.ts'
import type { TabName } from './tab.ts'
import { tabs } from './tabs.ts'
import { useRead } from './use-read.ts'

/** The props of `Panel`. */
export interface PanelProps {
  readonly shown: Shown
  readonly onClose: () => void
}

/** Renders the panel: the agents, the tabs, and the content of one tab. */
export function Panel({ shown, onClose }: PanelProps): ReactElement {
  const agents = useRead(shown)
  const [chosen, setChosen] = useState<string>()
  const [place, setPlace] = useState<{ readonly tab: TabName; readonly at?: string | undefined }>({
    tab: 'timeline',
  })
  const go = useCallback((tab: TabName, at?: string): void => setPlace({ tab, at }), [])
  const watched = agents.find(({ agent }) => agent.name === chosen) ?? agents[0]
  const { Content } = tabs.find(({ name }) => name === place.tab) ?? { Content: undefined }
  return (
    <section aria-label="Ambit devtools">
      <header>
        <select
          aria-label="Agent"
          value={watched?.agent.name}
          onChange={({ target }) => setChosen(target.value)}
        >
          {agents.map(({ agent }) => (
            <option key={agent.name}>{agent.name}</option>
          ))}
        </select>
        <div role="tablist" className="tabs">
          {tabs.map(({ name, title, Mark }) => (
            <button
              key={name}
              role="tab"
              type="button"
              aria-selected={name === place.tab}
              onClick={() => go(name)}
            >
              {title}
              {watched && Mark && <Mark watched={watched} />}
            </button>
          ))}
        </div>
        <button type="button" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <div role="tabpanel">
        {watched && Content && <Content watched={watched} go={go} at={place.at} />}
      </div>
    </section>
  )
}
