/** Makes `import '@ambit/chat/styles.css'` known to TypeScript. */
export {}
