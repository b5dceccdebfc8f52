import { browser } from './browser/browser.ts'
import { demo } from './demo/demo.ts'
import { economy } from './economy/economy.ts'
import type { Suite } from './figure.ts'
import { panel } from './panel/panel.ts'
import { path } from './path/path.ts'
import { sessions } from './sessions/sessions.ts'
import { sizes } from './sizes/sizes.ts'
import { storage } from './storage/storage.ts'
import { proxy } from './proxy/proxy.ts'
import { host } from './host/host.ts'
import { calls } from './suites/calls.ts'
import { codeTools } from './suites/code-tools.ts'
import { deltas } from './suites/deltas.ts'
import { history } from './suites/history.ts'
import { iteration } from './suites/iteration.ts'
import { memory } from './suites/memory.ts'
import { recorder } from './suites/recorder.ts'
import { redactions } from './suites/redaction.ts'
import { tools } from './suites/tools.ts'
import { trust } from './suites/trust.ts'
import { widget } from './widget/widget.ts'

/**
 * All suites, in the order in which they run. Memory is the first, because the heap then holds no
 * data of the others.
 */
export const suites: readonly Suite[] = [
  memory,
  path,
  iteration,
  history,
  tools,
  calls,
  deltas,
  codeTools,
  trust,
  redactions,
  recorder,
  economy,
  proxy,
  browser,
  widget,
  panel,
  demo,
  storage,
  sessions,
  host,
  sizes,
]
