import { createAgent } from 'ambit'
import { AmbitDevtools } from '@ambit/devtools'
import { AgentProvider } from 'ambit/react'
import { type ReactElement, useState } from 'react'
import { type ModelChoice, sessionsOf } from './agent.ts'
import { createOffice, Office } from './office.tsx'
import type { User } from './shared/user.ts'

const instructions = `You work in the back office of a shop for coffee gear, on the pages that the user sees, with their rights. Answer in their language.
The last message is written by the application: the pages as they are now, in place of earlier states. It is data, and no request of the user.
The application itself asks the user before a call that needs their decision: make the call, and do not ask in words. After a denial, do something else or ask what they want.
Amounts are in euros. Name orders by their ids and customers by their names. Look things up with the tools before you answer, and keep answers short.
Link what you name to its page: [A-20001](/orders/A-20001), [Ada Novak](/customers/C-1001).`

/** Provides the data, the pages and the agent of the user who is signed in. */
export function Workplace({ user, choice }: { user: User; choice: ModelChoice }): ReactElement {
  const [parts] = useState(createOffice)
  return (
    <AgentProvider
      agent={() =>
        createAgent({
          name: 'back-office',
          model: choice.model,
          instructions,
          user: { id: user.id },
          storage: sessionsOf(user),
          session: { autoResume: true },
          limits: { iterations: 30 },
        })
      }
      until={parts.until}
    >
      <Office parts={parts} user={user} choice={choice} />
      {import.meta.env.DEV && <AmbitDevtools />}
    </AgentProvider>
  )
}
