import { fine } from './fault.ts'
import { FaultServer } from './fault-server.ts'
import { playFault } from './play-fault.ts'
import { matrix } from './matrix.ts'
const only = process.argv[2]
const server = new FaultServer()
const url = await server.start()
let bad = 0, n = 0
const t0 = performance.now()
for (const [wire, faults] of matrix) {
  for (const f of faults) {
    if (only && !`${wire.name} ${f.name}`.includes(only)) continue
    n++
    const t = performance.now()
    const p = await Promise.race([playFault(wire, server, url, f.replies, fine(wire)), new Promise<undefined>(r => setTimeout(() => r(undefined), 4000))])
    const ms = performance.now() - t
    if (!p) { console.log(`HANG ${wire.name}: ${f.name}`); bad++; continue }
    const want: Record<string, unknown> = { ran: [], answers: [], requests: f.replies.length, ...f.expect }
    const diff = Object.entries(want).filter(([k, v]) => JSON.stringify((p.outcome as any)[k]) !== JSON.stringify(v))
    if (diff.length || p.breaches.length || only || ms > 1500) {
      if (diff.length || p.breaches.length) bad++
      console.log(`${wire.name}: ${f.name} (${ms.toFixed(0)}ms)`)
      for (const [k, v] of diff) console.log(`   ${k}: want ${JSON.stringify(v)?.slice(0, 150)} got ${JSON.stringify((p.outcome as any)[k])?.slice(0, 150)}`)
      for (const b of p.breaches.slice(0, 4)) console.log(`   ! ${b.slice(0, 300)}`)
      if (only) { console.log(JSON.stringify(p.outcome).slice(0, 500)); console.log(JSON.stringify(server.requests.at(-1), null, 1).slice(0, 3000)) }
    }
  }
}
console.log(`${bad} bad of ${n}, ${((performance.now() - t0) / 1000).toFixed(1)} s`)
await server.stop()
process.exit(0)
