import './check-functions-now.ts'
import { Engine } from './features/features.ts'
import { generate, maxBytesOf, openStream } from './features/proxy/proxy-client.ts'
import { SessionKeeper } from './features/keeping/session-keeper.ts'
import { readImport } from './features/keeping/read-import.ts'
import { keepFound, searchSessions } from './features/keeping/search-sessions.ts'
import { loadEngine, loadKeeper } from './load-engine.ts'
import { isSupported } from './platform.ts'
import { loadClient } from './features/proxy/proxy-model.ts'
import { loadSearch } from './features/keeping/list-sessions.ts'
import { loadImport } from './features/keeping/session-file.ts'

// For tests, servers and pages that want one file: nothing of core is loaded later.
// In a browser that is too old, the engine stays unloaded, so that each run says so.
// By name: a namespace of a module would be a file of its own in some bundles.
if (isSupported()) loadEngine.loaded = { Engine }
loadClient.loaded = { generate, maxBytesOf, openStream }
loadKeeper.loaded = { SessionKeeper }
loadSearch.loaded = { keepFound, searchSessions }
loadImport.loaded = { readImport }
