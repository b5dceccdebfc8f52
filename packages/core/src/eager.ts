import { loadEngine } from './engine/agent/load-engine.ts'
import * as engine from './engine/agent/engine.ts'
import * as client from './proxy-client.ts'
import { loadClient } from './proxy-model.ts'
import { loadKeeper } from './sessions/sessions.ts'
import * as keeping from './sessions/session-keeper.ts'

// For tests, servers and pages that want one file: nothing of core is loaded later.
loadEngine.loaded = engine
loadClient.loaded = client
loadKeeper.loaded = keeping
