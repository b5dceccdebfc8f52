export {
  type PageAction,
  type PageActionTarget,
  PageTools,
  pageTools,
  type PageToolsOptions,
} from '@ambit/react/page-tools'
