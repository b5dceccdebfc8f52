import type { Agent, Settler } from '@ambit/core'
import { Fragment, type ReactElement, useDeferredValue, useEffect, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { registrarOf } from '../tools/registrar.ts'
import { markersOf } from './pending-markers.ts'
import { LaneSweep, type Probe } from './lane-sweep.ts'
import { PageSettler } from './page-settler.ts'
import type { Until } from './until.ts'

/** What has an agent wait for a React root. */
export interface Settling {
  readonly settler: Settler
  /** To be rendered in the root, after everything that is to be waited for. */
  readonly probes: ReactElement
  /** Ends every wait. */
  close(): void
}

export function createSettling(agent: Agent, untils: () => readonly Until[]): Settling {
  const sweep = new LaneSweep()
  const { scopes } = agent
  const registrar = registrarOf(agent)
  const isLoading = (): boolean => registrar.loading > 0
  return {
    settler: new PageSettler({ sweep, scopes, markers: markersOf(agent), isLoading, untils }),
    probes: <SweepProbes sweep={sweep} />,
    close: sweep.close,
  }
}

/**
 * The components of a sweep. Their place is after everything that is to be waited for, in the same
 * root: the state is theirs, so that nothing else is rendered.
 *
 * They report from passive effects alone. Any other effect in a transition would have React start a
 * view transition, and animate, wherever there is a `<ViewTransition>`.
 */
export function SweepProbes({ sweep }: { sweep: LaneSweep }): ReactElement {
  const [generation, setGeneration] = useState(0)
  useIsomorphicLayoutEffect(
    () => sweep.attach(() => setGeneration((last) => last + 1)),
    [sweep, generation],
  )
  return (
    <>
      <Fragment key={generation}>
        {sweep.lanes.map((probe) => (
          <StateProbe key={probe.id} probe={probe} />
        ))}
        <DeferredProbe probe={sweep.deferred} />
      </Fragment>
      <StateProbe probe={sweep.effects} />
    </>
  )
}

function StateProbe({ probe }: { probe: Probe }): null {
  const [number, set] = useState(0)
  useIsomorphicLayoutEffect(() => probe.mount(set), [probe, set])
  useEffect(() => probe.commit(number), [probe, number])
  return null
}

function DeferredProbe({ probe }: { probe: Probe }): null {
  const [number, set] = useState(0)
  const deferred = useDeferredValue(number)
  useIsomorphicLayoutEffect(() => probe.mount(set), [probe, set])
  useEffect(() => probe.commit(deferred), [probe, deferred])
  return null
}
