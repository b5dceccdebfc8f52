// What the bridges, the devtools and the test doubles need of the inner packages. The build leads
// their imports here. Nothing of it is promised: it may change with every version.
export * from '@ambit/core'
export * from '@ambit/core/redaction'
export * from '@ambit/core/storage'
export * from '@ambit/core/wire'
export * from '@ambit/protocol'
export * from '@ambit/protocol/oauth'
