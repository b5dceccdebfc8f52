/** Newer features that the packages use where they are there. */
export interface FeatureDetected {
  /**
   * The names, as the check of the built files reports them. The name of a CSS property stands for
   * its keywords too.
   */
  readonly names: readonly string[]
  /** The ends of the paths of the built files that may use them. */
  readonly files: readonly string[]
  /** The behaviour of a browser without them. */
  readonly without: string
}

const styles = ['dist/chat/styles.css', 'dist/chat/parts.css']

/** The rows of the second table in `docs/reference/browsers.md`, which is made with the site. */
export const featureDetected: readonly FeatureDetected[] = [
  {
    names: ['.SpeechRecognition', '.continuous', '.interimResults', '.transcript'],
    files: ['inner/chat/composer/dictation/dictation.js'],
    without: 'no button for dictation',
  },
  {
    names: ['window.navigation', '.userInitiated'],
    files: ['inner/react/settle/settling.js'],
    without: 'Back is not heard as an act of the user',
  },
  {
    names: ['.contentVisibility'],
    files: ['inner/react/page-tools/sight.js'],
    without: 'nothing is hidden by `content-visibility`, so page tools read it',
  },
  {
    names: ['.moveBefore'],
    files: ['inner/chat/frame/layer/move-layer.js'],
    without: 'frames inside the chat load again when the chat moves into a dialog',
  },
  {
    names: ['requestIdleCallback', 'cancelIdleCallback'],
    files: ['inner/chat/opening/late-copilot.js'],
    without: "`preload: 'idle'` waits for one second",
  },
  {
    names: ['.createPolicy'],
    files: ['inner/browser/sandbox/frame.js'],
    without: 'the sandbox needs no Trusted Types policy',
  },
  {
    names: ['.yield'],
    files: ['inner/core/slices.js'],
    without: 'long work lets the page go first by a message to itself',
  },
  {
    names: ['Uint8Array.fromBase64'],
    files: ['inner/core/features/keeping/safe-storage.js'],
    without: 'files are decoded by `atob`',
  },
  {
    names: ['Symbol.asyncDispose'],
    files: ['inner/core/run.js'],
    without: '`await using run` needs the symbol from your compiler',
  },
  {
    names: ['.build'],
    files: ['inner/react/query/mutation-tool.js'],
    without: 'a method of TanStack Query, not of the browser',
  },
  {
    names: ['.reconnect'],
    files: ['ai-sdk/agent-transport.js'],
    without: 'a function of the bridge to the AI SDK, not of the browser',
  },
  {
    names: ['.setStatus'],
    files: ['otel/span-facts.js', 'otel/trace-proxy.js'],
    without: 'a method of a span of OpenTelemetry, not of the browser',
  },
  {
    names: ['field-sizing'],
    files: styles,
    without: 'a hidden copy of the text gives the text field its height',
  },
  {
    names: ['content-visibility'],
    files: styles,
    without: 'messages far away are drawn too',
  },
  {
    names: ['.activeViewTransition', '.updateCallbackDone'],
    files: ['inner/react/settle/settling.js'],
    without: 'a handler that starts a view transition returns its `updateCallbackDone`',
  },
  {
    names: ['overflow-anchor'],
    files: styles,
    without: 'the place in the transcript may move by a little as an approval appears',
  },
  {
    names: ['text-wrap: balance', 'scrollbar-width', 'font-family: ui-monospace'],
    files: styles,
    without: 'other line ends, scroll bars and code fonts',
  },
  {
    names: [
      'cursor: pointer',
      'cursor: default',
      'cursor: col-resize',
      '-webkit-tap-highlight-color',
      'resize',
    ],
    files: styles,
    without: 'for a mouse, or for touch, alone',
  },
  {
    names: [
      '.contextUsage',
      '.contextWindow',
      '.inputQuota',
      '.measureContextUsage',
      '.measureInputUsage',
      '.promptStreaming',
    ],
    files: ['inner/local-models/in-page/prompt-api.js'],
    without: 'the browser has no model of its own, and `promptApi` says so',
  },
  {
    names: ['.imageSmoothingQuality'],
    files: ['inner/chat/composer/attachments/prepare-file.js'],
    without: 'an assignment that others ignore: a smaller picture is then less smooth',
  },
]
