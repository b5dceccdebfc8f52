import { Engine as Kernel } from '../engine/engine.ts'
import type { Settler } from '../engine/page.ts'
import type { CreateFeatures } from '../engine/seams.ts'
import type { AgentStores } from '../agent.ts'
import { guardrails } from './answers/guardrails.ts'
import { output } from './answers/output.ts'
import { audit } from './audit/call-rows.ts'
import { ledger } from './budgets/ledger-rows.ts'
import { restorer } from './keeping/resume.ts'
import { outside } from './outside/outside.ts'
import { CallTurns } from './outside/turns.ts'
import { toolsOn } from './tool-list/tools-on.ts'
import { UndoBook } from './undo/undo.ts'

/**
 * Makes the optional features of an agent. The list is their order among each other around a call:
 * an external caller waits for its turn outside of everything. Where the features stand against the
 * charge, the journal and the handler, `executeCall` decides.
 */
const createFeatures: CreateFeatures = (agent, isOpen) => {
  const turns = new CallTurns()
  return {
    list: [outside(agent.outside, turns), guardrails, output, audit, ledger],
    turns,
    undos: new UndoBook(agent.undos, isOpen),
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
