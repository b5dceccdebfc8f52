import type { APIRoute } from 'astro'
import { proxy } from '../../../agent-proxy'

export const ALL: APIRoute = ({ request }) => proxy(request)
