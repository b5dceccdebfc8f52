import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { proxy } from '../agent-proxy.server'

export const loader = ({ request }: LoaderFunctionArgs) => proxy(request)
export const action = ({ request }: ActionFunctionArgs) => proxy(request)
