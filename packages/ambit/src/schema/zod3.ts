import '@ambit/core/schema/zod3'
