import type { Agent, Settler } from '@ambit/core'
import type { ReactElement } from 'react'
import { registrarOf } from '../tools/registrar.ts'
import { LaneSweep } from './lane-sweep.ts'
import { SweepProbes } from './sweep-probes.tsx'
import { PageSettler } from './page-settler.ts'
import { markersOf } from './pending-markers.ts'
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
