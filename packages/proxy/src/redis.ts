export { createRedisPrefixes, type RedisPrefixesOptions } from './redis/redis-prefixes.ts'
export { createRedisSignIns, type RedisSignInsOptions } from './redis/redis-sign-ins.ts'
export { createRedisStore, type RedisStoreOptions } from './redis/redis-store.ts'
