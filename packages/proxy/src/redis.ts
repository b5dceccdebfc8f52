export { createRedisStore, type RedisStoreOptions } from './redis/redis-store.ts'
