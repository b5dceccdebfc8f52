import { tanstackRouter, type Until } from 'ambit/react'
import { queries } from 'ambit/react/query'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ChoiceContext, type ModelChoice } from './agent.ts'
import { ApiFailureError } from './api/api-failure-error.ts'
import { createBackOfficeRouter } from './router.tsx'
import { UserContext } from './session/user-context.ts'
import type { User } from './shared/user.ts'

/** The data and the pages of one user. */
export interface OfficeParts {
  readonly client: QueryClient
  readonly router: ReturnType<typeof createBackOfficeRouter>
  /** The sources that an agent waits for after a call. */
  readonly until: readonly Until[]
}

export function createOffice(): OfficeParts {
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
  return { client, router, until: [tanstackRouter(router), queries(client)] }
}

/** Shows the pages. Stands below an `AgentProvider`. */
export function Office(props: {
  parts: OfficeParts
  user: User
  choice: ModelChoice
}): ReactElement {
  const { parts, user, choice } = props
  return (
    <UserContext value={user}>
      <ChoiceContext value={choice}>
        <QueryClientProvider client={parts.client}>
          <RouterProvider router={parts.router} />
        </QueryClientProvider>
      </ChoiceContext>
    </UserContext>
  )
}
