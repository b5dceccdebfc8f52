import { createFileRoute } from '@tanstack/react-router'
import { proxy } from '../../../agent-proxy'

export const Route = createFileRoute('/api/agent/$')({
  server: { handlers: { ANY: ({ request }) => proxy(request) } },
})
