export { record, type RecordOptions, type Recorder } from './record.ts'
export { recordingOf, type RecordingOfOptions } from './recording-of.ts'
export { readRecording } from './read-recording.ts'
export { toTest, type ToTestOptions } from './to-test.ts'
export { writeRecording } from './write-recording.ts'
export type {
  Place,
  RecordedCall,
  RecordedDefinition,
  RecordedError,
  RecordedReply,
  RecordedRequest,
  RecordedRun,
  RecordedTool,
  Recording,
  RunKind,
} from './recording.ts'
