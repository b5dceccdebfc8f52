import { AgentProvider, useAgent } from 'ambit/react'
import { createDemoModel } from 'ambit/demo'
import type { ReactElement } from 'react'
import { createOffice, Office } from '../office.tsx'
import { readUser } from '../api/sign-in.ts'
import { signedInFetch } from './signed-in-fetch.ts'

// The API of this back office on a database in memory: a test has no network.
globalThis.fetch = await signedInFetch('mia@example.com')

const signedIn = await readUser()
if (!signedIn) throw new Error('Nobody is signed in for the replay.')
const user = signedIn
const parts = createOffice()
// The first request of the agent then has the tools of the first page.
await parts.router.load()

/** Shows the back office of one user, for a test that plays a recorded session. */
export function App(): ReactElement {
  const { agent } = useAgent()
  return (
    // The agent of the test waits for this app's router and queries.
    <AgentProvider agent={agent} until={parts.until}>
      <Office parts={parts} user={user} choice={{ model: createDemoModel() }} />
    </AgentProvider>
  )
}
