import type { ReactElement } from 'react'
import type { Watched } from '../watch/watch-agent.ts'

interface AgentChoiceProps {
  readonly agents: readonly Watched[]
  readonly chosen: Watched | undefined
  readonly onChoose: (watched: Watched) => void
}

/** Renders the choice of the agent. Agents with the same name are numbered. */
export function AgentChoice({ agents, chosen, onChoose }: AgentChoiceProps): ReactElement {
  const seen = new Map<string, number>()
  const labels = agents.map(({ agent: { name } }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count > 1 ? `${name} (${count})` : name
  })
  return (
    <select
      aria-label="Agent"
      value={chosen?.id}
      onChange={({ target }) => {
        const next = agents[target.selectedIndex]
        if (next) onChoose(next)
      }}
    >
      {agents.map(({ id }, at) => (
        <option key={id} value={id}>
          {labels[at]}
        </option>
      ))}
    </select>
  )
}
