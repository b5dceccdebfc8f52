import type { ReactElement } from 'react'
import type { Fault } from '../../watch/disturb-model.ts'
import { offeredModels } from '../../watch/offered-models.ts'
import type { Toggle, Toggles } from '../../watch/toggles.ts'
import type { Watched } from '../../watch/watch-agent.ts'
import { toShownText } from '../redact-shown.ts'
import { useRead } from '../use-read.ts'

const faults: Readonly<Record<Fault, string>> = {
  network: 'as if the network failed',
  cut: 'in the middle of its answer',
  'rate-limit': 'as if there were too many',
}

interface ToggleBarProps {
  readonly watched: Watched
}

/** Renders the toggles of all requests: the model, the latency and a fault. */
export function ToggleBar({ watched }: ToggleBarProps): ReactElement {
  const { toggles } = watched
  const { model, latencyMs, fault, isPinRefused } = useRead(toggles)
  if (!toggles.isAllowed) {
    return <p className="bar">Nothing can be switched in a production build.</p>
  }
  return (
    <div className="bar" role="group" aria-label="Changes by the devtools">
      <ModelChoice watched={watched} />
      {model !== undefined && <Pin toggles={toggles} toggle="model" />}
      <label>
        Latency, ms{' '}
        <input
          type="number"
          min={0}
          step={500}
          value={latencyMs}
          onChange={({ target }) => toggles.setLatency(target.valueAsNumber)}
        />
      </label>
      {latencyMs > 0 && <Pin toggles={toggles} toggle="latency" />}
      <label>
        The next request fails{' '}
        <select
          value={fault ?? ''}
          onChange={({ target }) => toggles.setFault((target.value || undefined) as Fault)}
        >
          <option value="">not</option>
          {Object.entries(faults).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {toggles.isAnyOn && (
        <>
          <button type="button" onClick={() => toggles.clear()}>
            Undo all changes
          </button>
          <span>Changes end with the page, or with the devtools on it. Pinned ones come back.</span>
        </>
      )}
      <span role="status" className="warn">
        {isPinRefused && 'It could not be pinned: the browser keeps nothing for this page.'}
      </span>
    </div>
  )
}

/** Renders the choice of another model, where there is one. */
function ModelChoice({ watched: { toggles, agent } }: ToggleBarProps): ReactElement | undefined {
  const { model } = useRead(toggles)
  const names = Object.keys(useRead(offeredModels))
  const isGone = model !== undefined && !names.includes(model)
  if (names.length === 0 && !isGone) return undefined
  return (
    <label>
      Model{' '}
      <select
        value={model ?? ''}
        onChange={({ target }) => toggles.setModel(target.value || undefined)}
      >
        <option value="">the agent’s own</option>
        {isGone && <option value={model}>{toShownText(model, agent)} (not offered now)</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {toShownText(name, agent)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Renders the switch that keeps a toggle over a reload. */
export function Pin({
  toggles,
  toggle,
}: {
  readonly toggles: Toggles
  readonly toggle: Toggle
}): ReactElement {
  const isPinned = useRead(toggles).pinned.includes(toggle)
  return (
    <button
      type="button"
      aria-pressed={isPinned}
      title="Bring this change back when the page is loaded again"
      onClick={() => toggles.pin(toggle, !isPinned)}
    >
      {isPinned ? 'Pinned' : 'Pin'}
    </button>
  )
}
