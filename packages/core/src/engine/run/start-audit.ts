import { describeThrown } from '../../errors/describe-thrown.ts'
import type { Audit, AuditSource } from '../../ports/audit.ts'
import { lazily, type Loader } from '../../values/lazily.ts'
import type * as auditing from './audit-calls.ts'
import type { RunCore } from './run-core.ts'

/** What writes the rows: a chunk of its own, for agents that have an audit. */
const loadAudit: Loader<typeof auditing> = lazily(() => import('./audit-calls.ts'))

/** Has every call of a run audited from here on. A part that cannot be loaded is warned of, and fails no run. */
export async function startAudit(run: RunCore, audit: Audit, source: AuditSource): Promise<void> {
  try {
    const { auditCalls } = loadAudit.loaded ?? (await run.cancellation.race(loadAudit()))
    auditCalls(run, audit, source)
  } catch (thrown) {
    if (run.cancellation.reason) return
    run.warn('audit_failed', `No call of this run is audited: ${describeThrown(thrown)}`)
  }
}
