import '@ambit/core/schema/zod'
