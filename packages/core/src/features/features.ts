// The reasons: decisions/0045.
import { Engine as Kernel } from '../engine/engine.ts'
import type { Settler } from '../engine/page.ts'
import type { LoopConfig } from '../engine/run-config.ts'
import type { CreateFeatures, Feature } from '../engine/seams.ts'
import { isOutside } from '../tools/context.ts'
import type { AgentStores } from '../agent.ts'
import { output } from './answers/output.ts'
import { audit } from './audit/call-rows.ts'
import { ledger } from './budgets/ledger-rows.ts'
import { scopes } from './scopes/scopes.ts'
import { restorer } from './keeping/resume.ts'
import { outside } from './outside/outside.ts'
import { CallTurns } from './outside/turns.ts'
import { toolsOn } from './tool-list/tools-on.ts'
import { UndoBook } from './undo/undo.ts'

/**
 * Makes the optional features of an agent. The list has their order around a call, and says which
 * runs have them. An external caller waits for its turn outside of everything. Where the features
 * stand against the charge, the journal and the handler, `executeCall` decides.
 */
const createFeatures: CreateFeatures = (agent, isOpen) => {
  const turns = new CallTurns()
  const ofOutside = outside(agent.scopes, turns)
  return {
    list: ({ config, source, asked }) => {
      const given = config as Partial<LoopConfig>
      const on: Feature[] = []
      if ((source !== 'model' && isOutside(source)) || asked?.history === 'note') on.push(ofOutside)
      if (!asked && given.model) on.push(scopes)
      if (given.output) on.push(output)
      if (given.audit) on.push(audit)
      if (given.ledger) on.push(ledger)
      return on
    },
    turns,
    undos: new UndoBook(agent, isOpen),
    restorer,
    toolList: toolsOn,
  }
}

/** The engine with all optional features. */
export class Engine extends Kernel {
  constructor(agent: AgentStores, settlers: ReadonlySet<Settler>) {
    super(agent, settlers, createFeatures)
  }
}
