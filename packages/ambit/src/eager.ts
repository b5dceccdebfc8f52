import '@ambit/core/eager'
