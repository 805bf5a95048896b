/** A world that was started, and how to end it. */
export type Started<World> = { readonly world: World; readonly stop: () => Promise<void> }
