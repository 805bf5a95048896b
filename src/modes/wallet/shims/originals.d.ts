// The packages behind the files of this folder that only stand in front of them; vite.config.ts says where they are.
declare module 'original:cuer' {
  export * from 'cuer'
}
declare module 'original:viem/actions' {
  export * from 'viem/actions'
}
