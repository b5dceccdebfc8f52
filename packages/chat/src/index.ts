'use client'

export { TouchedMarks } from './acting/touched-marks.tsx'
export {
  WorkingStrip,
  type WorkingStripProps,
  type WorkingStripState,
} from './acting/working-strip.tsx'
export {
  ApprovalCard,
  type ApprovalCardProps,
  type ApprovalCardState,
} from './approval/approval-card.tsx'
export type { ApprovalStrings } from './approval/approval-strings.ts'
export { PendingApprovals } from './approval/pending-approvals.tsx'
export type { ArtifactRenderers } from './artifacts/artifact-renderers.ts'
export {
  ArtifactPanel,
  type ArtifactPanelProps,
  type ArtifactPanelState,
} from './artifacts/artifact-panel.tsx'
export {
  ArtifactView,
  type ArtifactViewProps,
  type ArtifactViewState,
} from './artifacts/artifact-view.tsx'
export { Abilities, type AbilitiesProps, type AbilitiesState } from './abilities/abilities.tsx'
export type { Feedback } from './actions/feedback.ts'
export {
  MessageActions,
  type MessageActionsProps,
  type MessageActionsState,
} from './actions/message-actions.tsx'
export type { ChatView } from './chat-context.ts'
export type { AskStrings } from './ask/ask-strings.ts'
export { Questions } from './ask/questions.tsx'
export type { ChatStrings } from './chat-strings.ts'
export type { ChatProps, ChatState, ChatTheme } from './chat-root.tsx'
export type { MessageOptions } from './message-options.ts'
export { Chat } from './chat.tsx'
export type { AttachmentRules } from './composer/attachments/attachment-rules.ts'
export type { ChatCommand, ChatMention } from './composer/completion/completion.ts'
export { useMentions } from './composer/completion/use-mentions.ts'
export {
  Composer,
  type ComposerOptions,
  type ComposerProps,
  type ComposerState,
} from './composer/composer.tsx'
export { useCompose } from './composer/use-compose.ts'
export { Copilot } from './copilot.tsx'
export type { CopilotProps, MarkOptions } from './opening/late-copilot.tsx'
export { englishChat } from './english-chat.ts'
export { Header, type HeaderProps } from './frame/header.tsx'
export { Launcher, type LauncherProps, type LauncherState } from './frame/launcher.tsx'
export { Notice, type NoticeProps } from './frame/notice.tsx'
export { Panel, type PanelProps, type PanelState } from './frame/panel.tsx'
export { Popup, type PopupProps, type PopupState } from './frame/popup.tsx'
export { Sidebar, type SidebarProps, type SidebarState } from './frame/sidebar.tsx'
export type { ChatPlace } from './frame/chat-place.ts'
export type { DialogProps } from './frame/use-dialog.ts'
export { isInChat } from './is-in-chat.ts'
export type {
  CodeBlockSource,
  CodeSource,
  LinkSource,
  MarkdownOptions,
  MarkdownStrings,
  MathBlockSource,
} from './markdown/markdown-options.ts'
export { Markdown, type MarkdownProps, preloadMarkdown } from './markdown/markdown.tsx'
export { ConversationMenu, type ConversationMenuProps } from './menu/conversation-menu.tsx'
export type { MenuItem } from './menu/menu.tsx'
export { ModelPicker, type ModelPickerProps } from './meter/model-picker.tsx'
export { Meter, type MeterOptions, type MeterProps, type MeterState } from './meter/meter.tsx'
export type { PartAttributes, PartProps, PartState } from './part.ts'
export {
  SessionList,
  type SessionListProps,
  type SessionListState,
} from './sessions/session-list.tsx'
export {
  SessionNotice,
  type SessionNoticeProps,
  type SessionNoticeState,
} from './sessions/session-notice.tsx'
export type { SessionStrings } from './sessions/session-strings.ts'
export type { FailureStrings } from './tool-card/failure-strings.ts'
export type { StepStrings } from './tool-card/step-strings.ts'
export { ToolCalls, type ToolCallsProps } from './tool-card/tool-calls.tsx'
export { ToolCard, type ToolCardProps, type ToolCardState } from './tool-card/tool-card.tsx'
export { PageSuggestions, type PageSuggestionsProps } from './suggestions/page-suggestions.tsx'
export type { Suggestion } from './suggestions/suggestion.ts'
export type { Start, StartOptions } from './suggestions/use-offer.ts'
export { useSuggestions, type UseSuggestionsOptions } from './suggestions/use-suggestions.ts'
export {
  AssistantBubble,
  type AssistantBubbleProps,
  type AssistantBubbleState,
} from './transcript/assistant-bubble.tsx'
export { EmptyState, type EmptyStateProps } from './transcript/empty-state.tsx'
export {
  ErrorNotice,
  type ErrorNoticeProps,
  type ErrorNoticeState,
} from './transcript/error-notice.tsx'
export {
  OutsideCalls,
  type OutsideCallsProps,
  type OutsideCallsState,
} from './outside/outside-calls.tsx'
export type { OutsideStrings } from './outside/outside-strings.ts'
export type { SignInStrings } from './sign-ins/sign-in-strings.ts'
export {
  SignInOffers,
  type SignInOffersProps,
  type SignInOffersState,
} from './sign-ins/sign-in-offers.tsx'
export type { ProblemStrings } from './transcript/problem-strings.ts'
export { QueuedMessages } from './transcript/queued-messages.tsx'
export { Reasoning, type ReasoningProps, type ReasoningState } from './transcript/reasoning.tsx'
export type { RunOutcome } from './transcript/run-outcome.ts'
export type { ShowMessage, ShownMessage } from './transcript/show-message.ts'
export {
  StatusLine,
  type StatusLineProps,
  type StatusLineState,
} from './transcript/status-line.tsx'
export { Transcript } from './transcript/transcript.tsx'
export type { TranscriptProps, TranscriptState } from './transcript/transcript-frame.tsx'
export {
  UserBubble,
  type UserBubbleProps,
  type UserBubbleState,
} from './transcript/user-bubble.tsx'
export { ViewButton, type ViewButtonProps, type ViewButtonState } from './view/view-button.tsx'
export { View, type ViewProps, type ViewState } from './view/view.tsx'
