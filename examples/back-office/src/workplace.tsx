import { createAgent } from '@ambit/core'
import { AgentProvider, settleOnTanStackRouter } from '@ambit/react'
import { settleOnQueries } from '@ambit/react/query'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { ChoiceContext, type ModelChoice, sessionsOf } from './agent.ts'
import { ApiFailureError } from './api/api-failure-error.ts'
import { createBackOfficeRouter } from './router.tsx'
import { UserContext } from './session/user-context.ts'
import type { User } from './shared/user.ts'

const instructions = `You work in the back office of a shop for coffee gear, on the pages that the person sees, as that person.
Amounts are in euros. Name orders by their ids and customers by their names. Look things up with the tools before you answer, and keep answers short.
Link what you name to its page: [A-20001](/orders/A-20001), [Ada Novak](/customers/C-1001).`

/** Provides the data, the pages and the agent of the person who is signed in. */
export function Workplace({ user, choice }: { user: User; choice: ModelChoice }): ReactElement {
  const [{ client, router, until }] = useState(() => {
    const client = new QueryClient({
      defaultOptions: {
        queries: {
          staleTime: 15_000,
          // The API would refuse a refused request again.
          retry: (count, error) =>
            count < 2 && ['failed', 'unreachable'].includes(ApiFailureError.of(error).code),
        },
      },
    })
    const router = createBackOfficeRouter(client)
    return { client, router, until: [settleOnTanStackRouter(router), settleOnQueries(client)] }
  })
  return (
    <UserContext value={user}>
      <ChoiceContext value={choice}>
        <QueryClientProvider client={client}>
          <AgentProvider
            agent={() =>
              createAgent({
                name: 'back-office',
                model: choice.model,
                instructions,
                userId: user.id,
                storage: sessionsOf(user),
                autoResume: true,
                limits: { iterations: 30 },
              })
            }
            until={until}
          >
            <RouterProvider router={router} />
          </AgentProvider>
        </QueryClientProvider>
      </ChoiceContext>
    </UserContext>
  )
}
