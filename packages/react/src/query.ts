export { type QueryClientLike, settleOnQueries } from './settle/settle-on-queries.ts'
