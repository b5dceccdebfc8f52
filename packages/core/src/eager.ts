import './check-functions-now.ts'
import * as engine from './features/features.ts'
import * as client from './features/proxy/proxy-client.ts'
import * as keeping from './features/keeping/session-keeper.ts'
import * as importing from './features/keeping/read-import.ts'
import * as searching from './features/keeping/search-sessions.ts'
import { loadEngine, loadKeeper } from './load-engine.ts'
import { isSupported } from './platform.ts'
import { loadClient } from './features/proxy/proxy-model.ts'
import { loadSearch } from './features/keeping/list-sessions.ts'
import { loadImport } from './features/keeping/session-file.ts'

// For tests, servers and pages that want one file: nothing of core is loaded later.
// In a browser that is too old, the engine stays unloaded, so that each run says so.
if (isSupported()) loadEngine.loaded = engine
loadClient.loaded = client
loadKeeper.loaded = keeping
loadSearch.loaded = searching
loadImport.loaded = importing
