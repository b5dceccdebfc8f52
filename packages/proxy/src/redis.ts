export { redisStore } from './redis/redis-store.ts'
