// The original packages that shims in this folder wrap; vite.config.ts sets their paths.
declare module 'original:cuer' {
  export * from 'cuer'
}
declare module 'original:viem/actions' {
  export * from 'viem/actions'
}
