import '@ambit/core/schema/valibot'
