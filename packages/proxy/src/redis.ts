export { createRedisPrefixes, type RedisPrefixesOptions } from './redis/redis-prefixes.ts'
export { createRedisStore, type RedisStoreOptions } from './redis/redis-store.ts'
